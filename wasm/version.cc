// The version as a custom section of tlkv.wasm, so that the package can name a module that is not
// its own before it starts it.
__asm__(".section .custom_section.tlkv,\"\",@\n.ascii \"" TLKV_VERSION "\"\n");
