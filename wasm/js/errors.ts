/** The statuses of the C interface by number; `TlkvError.code` is one of these names. */
const STATUS_NAMES = [
  'TL_OK',
  'TL_EINVAL',
  'TL_ENOMEM',
  'TL_ESHAPE',
  'TL_EDTYPE',
  'TL_EFULL',
  'TL_ENOTFOUND',
  'TL_EFORMAT',
  'TL_EBUSY',
  'TL_EUNSUPPORTED',
  'TL_EIO',
] as const;

export const TL_EINVAL = 1;
export const TL_ENOTFOUND = 6;

export type StatusName = (typeof STATUS_NAMES)[number];

/** The name of a status that the core answered. */
export function statusName(status: number): StatusName {
  return STATUS_NAMES[status] ?? 'TL_EINVAL';
}

/**
 * A call that the library refused; nothing has changed. The message begins with the call and gives the
 * numbers that explain the refusal. (Arguments of a wrong type or out of range are a TypeError or a
 * RangeError instead.)
 */
export class TlkvError extends Error {
  /** The status by name, as in C: `'TL_EINVAL'`, `'TL_EFORMAT'`, ... */
  readonly code: StatusName;
  /** The status by number, as in C. */
  readonly status: number;

  constructor(code: StatusName, message: string, options?: { cause: unknown }) {
    super(message, options);
    this.code = code;
    this.status = STATUS_NAMES.indexOf(code);
  }

  static {
    TlkvError.prototype.name = 'TlkvError';
  }
}

/** Not enough free and cached blocks (`TL_EFULL`). */
export class OutOfBlocksError extends TlkvError {
  static {
    OutOfBlocksError.prototype.name = 'OutOfBlocksError';
  }
}
