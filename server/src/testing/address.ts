import type { Route } from '@artikul/contract/core/route'

/** Values of non-numeric path parameters. */
const NAMED: Record<string, string> = { page: 'about', kind: 'offer' }

/** Builds the address of a route with `id` for every numeric parameter and a known word for the others. */
export const addressOf = ({ path }: Route, id = 1): string =>
  path.replace(/:(\w+)/g, (_, name: string) => NAMED[name] ?? String(id))
