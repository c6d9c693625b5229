/** Puts text on the clipboard: also where a page without HTTPS has no clipboard of its own. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByCommand(text);
  }
}

function copyByCommand(text: string): boolean {
  const onCopy = (event: ClipboardEvent) => {
    event.preventDefault();
    event.clipboardData?.setData('text/plain', text);
  };
  document.addEventListener('copy', onCopy, { once: true });
  const done = document.execCommand('copy');
  document.removeEventListener('copy', onCopy);
  return done;
}
