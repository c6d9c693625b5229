# cmake --install: the headers, libtlkv.a, find_package(tlkv) and pkg-config's tlkv.pc. What is installed names no
# path, so the tree may be moved.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/tlkv)
install(DIRECTORY core/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN *.h)
install(TARGETS tlkv EXPORT tlkv
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT tlkv FILE tlkvConfig.cmake NAMESPACE tlkv:: DESTINATION ${package_dir})

write_basic_package_version_file(${PROJECT_BINARY_DIR}/tlkvConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/tlkvConfigVersion.cmake DESTINATION ${package_dir})

file(RELATIVE_PATH up_to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)  # "../../"
configure_file(core/tlkv.pc.in tlkv.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/tlkv.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
