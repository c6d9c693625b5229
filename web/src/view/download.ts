/** Hands a blob to the browser's downloads. */
export function download(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The download holds the blob itself; some browsers need the address a moment longer.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** A title as a file name. */
export function fileName(title: string, ending: string): string {
  const stem = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `${stem || 'played'}.${ending}`;
}
