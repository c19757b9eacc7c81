const SIGNATURES = {
  'application/pdf': /^%PDF-/,
  'image/jpeg': /^\xff\xd8\xff/,
  'image/png': /^\x89PNG\r\n\x1a\n/,
  'image/webp': /^RIFF[^]{4}WEBP/,
} as const
export type FileType = keyof typeof SIGNATURES

const LONGEST_SIGNATURE = 12

/** Detects the type of a file by its first bytes, regardless of its name; null when it is not allowed. */
export function fileTypeOf<T extends FileType>(bytes: Buffer, allowed: readonly T[]): T | null {
  const head = bytes.toString('latin1', 0, LONGEST_SIGNATURE)
  return allowed.find((type) => SIGNATURES[type].test(head)) ?? null
}
