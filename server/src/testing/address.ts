import type { Route } from '@artikul/contract/core/route'

/** Parts of paths that are no numbers. */
const NAMED: Record<string, string> = { page: 'about', kind: 'offer' }

/** The address of a route with `id` for every number in its path, and a known word where it takes words. */
export const addressOf = ({ path }: Route, id = 1): string =>
  path.replace(/:(\w+)/g, (_, name: string) => NAMED[name] ?? String(id))
