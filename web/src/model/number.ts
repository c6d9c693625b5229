/** `65,536`. The browser's own formatting takes tens of milliseconds to be ready, at the first picture. */
export function grouped(n: number): string {
  return String(n).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `0 1 2`: of many numbers the first 16, and how many more there are. */
export function listed(numbers: readonly number[]): string {
  const shown = numbers.slice(0, 16).join(' ');
  return numbers.length > 16 ? `${shown} … ${grouped(numbers.length - 16)} more` : shown;
}
