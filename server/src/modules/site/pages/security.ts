import type { Site } from '@artikul/contract/site/page-head'

export const SECURITY_PATH = '/.well-known/security.txt'
/** Expiry: RFC 9116 recommends less than a year, after which clients fetch the file again. */
const BELIEVED_MS = 180 * 24 * 3_600_000

/** Renders security.txt with the contact for vulnerability reports: an email address or a page. */
export const writeSecurity = (contact: string, { origin }: Pick<Site, 'origin'>, now: Date): string =>
  [
    `Contact: ${contact}`,
    `Expires: ${new Date(now.getTime() + BELIEVED_MS).toISOString()}`,
    'Preferred-Languages: ru, en',
    `Canonical: ${origin}${SECURITY_PATH}`,
    '',
  ].join('\n')
