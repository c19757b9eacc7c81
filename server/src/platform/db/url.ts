/** `postgres:///name?host=/dir`: libpq's way to write a Unix socket; the driver wants the folder apart. */
export function socketOptions(url: string): { host?: string } {
  const host = new URL(url).searchParams.get('host')
  return host === null ? {} : { host }
}

export function socketUrl(url: string): string {
  const parsed = new URL(url)
  parsed.searchParams.delete('host')
  if (parsed.hostname === '') return `postgres://artikul@localhost${parsed.pathname}${parsed.search}`
  return parsed.toString()
}
