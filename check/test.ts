import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { userInfo } from 'node:os'

const ROOT = join(import.meta.dirname, '..')
const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}): boolean {
  return spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } }).status === 0
}

/** Finds Chromium or installs it: Debian's package as root, else Playwright's own download. */
function findBrowser(): string {
  const given = process.env['CHROMIUM']
  const found = given ?? BROWSERS.find((path) => existsSync(path))
  if (found) return found
  if (userInfo().uid === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Chromium не найден, ставится пакет Debian…')
    const quiet = { DEBIAN_FRONTEND: 'noninteractive' }
    if (run('apt-get', ['update', '-qq'], quiet) && run('apt-get', ['install', '-y', '-qq', 'chromium'], quiet)) {
      const installed = BROWSERS.find((path) => existsSync(path))
      if (installed) return installed
    }
  } else {
    console.log('Chromium не найден, его скачивает Playwright…')
    run(join(ROOT, 'node_modules/.bin/playwright-core'), ['install', 'chromium'])
  }
  return ''
}

const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
const passed = run(process.execPath, [vitest, 'run', ...process.argv.slice(2)], { CHROMIUM: findBrowser() })
process.exit(passed ? 0 : 1)
