import type { Rolldown } from 'vite'

/** Session request, loaded before everything else; it must not depend on any other group. */
export const SESSION = 'session'

/**
 * Modules bundled together, from those of every page to those of few: each group takes the named modules with what they
 * import, unless an earlier group has it, so that none may import from a later one. The builder divides the rest.
 */
export const CHUNK_GROUPS = [
  { name: SESSION, test: /\/web\/src\/app\/begin-session\.ts$/ },
  { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\// },
  // The map's page validates messages with them and must not start the portal.
  { name: 'schemas', test: /\/node_modules\/zod\// },
  // The entry of the portal; the offline page and the map's page have their own.
  {
    name: 'base',
    test: /^(?!.*(\.html|\/theme-script\.ts|\/web\/src\/(offline|ui\/map)\/))/,
    tags: ['$initial'],
  },
  // Pages that visitors read.
  {
    name: 'site',
    test: /\/web\/src\/(routes\/(site\/(?!edit-)[\w-]+|workspace\/home|companies\/offer)\.page\.ts|features\/ordering\/orders\/(lines\/part|change-approvals\/approval-link)-page\.tsx)$/,
  },
  // Forms without schemas.
  { name: 'login', test: /\/web\/src\/features\/identity\/auth\/(login|reset-password)-page\.tsx$/ },
  // Frame of signed-in users and their routes.
  { name: 'member', test: /\/web\/src\/app\/member-(frame|routes)\.tsx?$/ },
] satisfies Rolldown.CodeSplittingGroup[]
