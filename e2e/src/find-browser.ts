import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { userInfo } from 'node:os'

const ROOT = join(import.meta.dirname, '../..')
const KNOWN_PATHS = [
  // Renders pages only: it needs a fifth less processor time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const findKnown = () => KNOWN_PATHS.find((path) => existsSync(path))

function run(command: string, args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', env }).status === 0
}

/**
 * Finds the browser of the journeys: the one named by `CHROMIUM`, one of the usual places, or else an installed one.
 * @returns its path; an empty string means Playwright's own build
 */
export function findBrowser(): string {
  const found = process.env['CHROMIUM'] || findKnown()
  if (found) return found
  if (userInfo().uid === 0 && existsSync('/usr/bin/apt-get')) {
    process.stdout.write(
      'No Chromium found: installing the Debian package "chromium-headless-shell" (set CHROMIUM to use another browser).\n',
    )
    const isInstalled =
      run('apt-get', ['update', '-qq']) && run('apt-get', ['install', '-y', '-qq', 'chromium-headless-shell'])
    const installed = isInstalled ? findKnown() : undefined
    if (installed) return installed
  }
  process.stdout.write(
    'No Chromium found: downloading the build of Playwright (set CHROMIUM to use another browser).\n',
  )
  if (!run(join(ROOT, 'node_modules/.bin/playwright-core'), ['install', 'chromium']))
    throw new Error('Chromium was not installed: install it and name it in CHROMIUM')
  return ''
}
