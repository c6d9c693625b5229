/** `65,536`. The browser's own formatting takes tens of milliseconds to be ready, at the first picture. */
export function grouped(n: number): string {
  return String(n).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
