import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** Fewer scanned modules mean that the border check did not see the code at all. */
const MIN_MODULES = 150
const ROOT = join(import.meta.dirname, '..')
const FOLDERS = ['server/src', 'web/src', 'contract/src', 'client/src', 'e2e', 'verification', 'tools']
/** Folders whose types form one program are linted together. */
const LINTED = [['server/src'], ['web/src'], ['e2e', 'verification', 'tools', 'client/src'], ['contract/src']]

interface Step {
  name: string
  command: string[]
  /** Inspects the output of a successful step for problems that its exit code does not show. */
  verify?: (output: string) => string | undefined
}

/** The native compiler takes half of the time; ESLint needs the API of its predecessor. */
const TSC = '../typescript-native/bin/tsc'
const types = (folder: string, ...more: string[]): Step => ({
  name: `types ${folder}`,
  command: [TSC, '-p', folder, ...more],
})
const lint = (folders: string[]): Step => ({
  name: `lint ${folders.join(', ')}`,
  command: ['eslint', '--max-warnings', '0', ...folders],
})

const STEPS: Step[] = [
  ...LINTED.map(lint),
  types('.'),
  types('web'),
  types('contract'),
  types('client/tsconfig.build.json', '--noEmit'),
  { name: 'formatting', command: ['oxfmt', '--check'] },
  {
    name: 'borders',
    command: ['depcruise', '--config', 'tools/dependency-cruiser.cjs', ...FOLDERS],
    verify: (output) => {
      const scanned = Number(/\((\d+) modules/.exec(output)?.[1] ?? 0)
      return scanned < MIN_MODULES ? `only ${scanned} modules were scanned` : undefined
    },
  },
  { name: 'dead code', command: ['knip'] },
]

function run({ name, command, verify }: Step): Promise<boolean> {
  const [tool = '', ...args] = command
  const startedAt = performance.now()
  const child = spawn(join(ROOT, 'node_modules/.bin', tool), args, { cwd: ROOT })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve) => {
    child.on('close', (code) => {
      const complaint = code === 0 ? verify?.(output) : output.trim()
      const seconds = Math.round((performance.now() - startedAt) / 1000)
      console.log(complaint === undefined ? `✓ ${name}, ${seconds} s` : `✗ ${name}\n${complaint}`)
      resolve(complaint === undefined)
    })
  })
}

/** Runs two checks at a time, because they are heavy and CI machines are small. */
async function runAll(steps: Step[]): Promise<boolean> {
  const queue = [...steps]
  const results: boolean[] = []
  const worker = async () => {
    for (let step = queue.shift(); step; step = queue.shift()) results.push(await run(step))
  }
  await Promise.all([worker(), worker()])
  return results.every(Boolean)
}

process.exit((await runAll(STEPS)) ? 0 : 1)
