import { mkdtemp, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cruise, type ICruiseOptions, type ICruiseResult, type IFlattenedRuleSet } from 'dependency-cruiser'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const config = createRequire(import.meta.url)('./dependency-cruiser.cjs') as IFlattenedRuleSet & {
  options: ICruiseOptions
}

/** A tree with one deliberate violation: [file, what it imports]. Imported files are made empty. */
const VIOLATIONS: [rule: string, file: string, imports: string][] = [
  ['module-catalog', 'server/src/modules/catalog/a.ts', 'server/src/modules/orders/index.ts'],
  ['module-orders', 'server/src/modules/orders/a.ts', 'server/src/modules/search/index.ts'],
  ['module-listed', 'server/src/modules/unheard/a.ts', 'contract/src/a.ts'],
  ['module-door', 'server/src/modules/search/a.ts', 'server/src/modules/catalog/catalog.queries.ts'],
  ['app-door', 'server/src/app.ts', 'server/src/modules/catalog/catalog.queries.ts'],
  ['platform-knows-no-module', 'server/src/platform/a.ts', 'server/src/modules/catalog/index.ts'],
  ['sql-in-queries-only', 'server/src/modules/catalog/a.service.ts', 'kysely'],
  ['http-in-routes-only', 'server/src/modules/catalog/a.service.ts', 'fastify'],
  ['figures-in-metrics-only', 'server/src/modules/catalog/a.routes.ts', 'prom-client'],
  ['contract-is-pure', 'contract/src/a.ts', 'kysely'],
  ['web-not-server', 'web/src/lib/a.ts', 'server/src/app.ts'],
  ['server-not-web', 'server/src/app.ts', 'web/src/lib/a.ts'],
  ['outside-speaks-http', 'e2e/tests/a.ts', 'server/src/app.ts'],
  ['feature-not-feature', 'web/src/features/cart/a.ts', 'web/src/features/orders/a.ts'],
  ['web-downwards', 'web/src/features/cart/a.ts', 'web/src/routes/a.ts'],
  ['ui-below-features', 'web/src/ui/a.ts', 'web/src/features/cart/a.ts'],
  ['lib-below-ui', 'web/src/lib/a.ts', 'web/src/ui/a.ts'],
  ['no-test-in-production', 'server/src/platform/a.ts', 'server/src/platform/b.test.ts'],
  ['resolves', 'web/src/lib/a.ts', './nowhere.ts'],
]

test.each(VIOLATIONS)('module border %s is enforced', async (rule, file, imports) => {
  const isFile = imports.includes('/') && !imports.startsWith('.')
  const found = await violationsOf({
    [file]: `import * as it from '${relative(file, imports)}'\nexport const used = it\n`,
    ...(isFile && { [imports]: 'export const nothing = 1\n' }),
  })
  expect(found).toContain(rule)
})

test('import cycle is reported', async () => {
  const found = await violationsOf({
    'server/src/platform/a.ts': "import { b } from './b.ts'\nexport const a = () => b\n",
    'server/src/platform/b.ts': "import { a } from './a.ts'\nexport const b = () => a\n",
  })
  expect(found).toContain('no-cycle')
})

async function violationsOf(files: Record<string, string>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'borders-'))
  try {
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    await mkdir(join(folder, 'web'), { recursive: true })
    await writeFile(join(folder, 'web/tsconfig.json'), '{}')
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), text)
    }
    const options = { ...config.options }
    delete options.tsConfig
    const { output } = await cruise(Object.keys(files), {
      ...options,
      baseDir: folder,
      validate: true,
      ruleSet: { forbidden: config.forbidden ?? [] },
    })
    return (output as ICruiseResult).summary.violations.map((violation) => violation.rule.name)
  } finally {
    await rm(folder, { recursive: true })
  }
}

function relative(from: string, to: string): string {
  if (!to.includes('/') || to.startsWith('.')) return to
  return `${'../'.repeat(dirname(from).split('/').length)}${to}`
}
