import { mkdtemp, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cruise, type ICruiseOptions, type ICruiseResult, type IFlattenedRuleSet } from 'dependency-cruiser'
import { expect, test } from 'vitest'
import { VIOLATIONS } from './borders.data.ts'

const ROOT = join(import.meta.dirname, '..')
const config = createRequire(import.meta.url)('./dependency-cruiser.cjs') as IFlattenedRuleSet & {
  options: ICruiseOptions
}

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
