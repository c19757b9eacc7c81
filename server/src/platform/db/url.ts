import type { ClientConfig } from 'pg'

/** `postgres:///name?host=/dir&user=name` is libpq's syntax for a Unix socket; the driver requires its parts. */
export function connectionOptions(url: string): ClientConfig {
  const parsed = new URL(url)
  const folder = parsed.searchParams.get('host')
  if (folder === null) return { connectionString: url }
  return {
    host: folder,
    user: parsed.searchParams.get('user') ?? (decodeURIComponent(parsed.username) || 'artikul'),
    ...(parsed.password && { password: decodeURIComponent(parsed.password) }),
    ...(parsed.port && { port: Number(parsed.port) }),
    database: parsed.pathname.slice(1),
  }
}

/** Unix socket of `url` for the role of requests, which owns no table and is no superuser. */
export const asWebRole = (url: string) => `${url}&user=artikul_web`
