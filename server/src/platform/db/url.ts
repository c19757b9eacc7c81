import type { ClientConfig } from 'pg'

/** `postgres:///name?host=/dir` is libpq's way to write a Unix socket; the driver takes its parts. */
export function connectionOptions(url: string): ClientConfig {
  const parsed = new URL(url)
  const folder = parsed.searchParams.get('host')
  if (folder === null) return { connectionString: url }
  return {
    host: folder,
    user: decodeURIComponent(parsed.username) || 'artikul',
    ...(parsed.password && { password: decodeURIComponent(parsed.password) }),
    ...(parsed.port && { port: Number(parsed.port) }),
    database: parsed.pathname.slice(1),
  }
}
