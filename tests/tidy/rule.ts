// What a tidiness rule is. Its bad samples stand beside it: a rule that cannot fail is none.

/** A file of the project: its path from the root, with slashes, and its text. */
export interface SourceFile {
  path: string;
  text: string;
}

export interface Rule {
  /** What holds, in words. */
  name: string;
  /** The places in a file where it does not, in words. A file that the rule is not about has none. */
  check(file: SourceFile): string[];
  /** Files that break it, and files near them that do not. */
  bad: SourceFile[];
  good: SourceFile[];
}

export const file = (path: string, text: string): SourceFile => ({ path, text });

/** All matches of a pattern, by its first group or else in whole. */
export function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((found) => found[1] ?? found[0]);
}

/** The text of a C or C++ file without its includes, comments, strings and characters. */
export function codeOf(text: string): string {
  return text.replace(/^#include.*|\/\/.*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/gm, ' ');
}
