import type { Site } from '@artikul/contract/site/page-head'

export const SECURITY_PATH = '/.well-known/security.txt'
/** RFC 9116 wants less than a year; whoever has kept it asks again. */
const BELIEVED_MS = 180 * 24 * 3_600_000

/** Whom to tell of a weakness: a mail address or a page. */
export const writeSecurity = (contact: string, { origin }: Pick<Site, 'origin'>, now: Date): string =>
  [
    `Contact: ${contact}`,
    `Expires: ${new Date(now.getTime() + BELIEVED_MS).toISOString()}`,
    'Preferred-Languages: ru, en',
    `Canonical: ${origin}${SECURITY_PATH}`,
    '',
  ].join('\n')
