import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { userInfo } from 'node:os'
import { API } from '../contract/src/api.ts'
import { forgetServed, readServed } from '../server/src/testing/served.ts'

const ROOT = join(import.meta.dirname, '..')
const MAIL_SERVERS = ['/usr/sbin/dovecot', '/opt/homebrew/sbin/dovecot', '/usr/local/sbin/dovecot']
const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}): boolean {
  return spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } }).status === 0
}

const mayInstall = userInfo().uid === 0 && existsSync('/usr/bin/apt-get')

function install(name: string): boolean {
  console.log(`Ставится пакет Debian ${name}…`)
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' }
  return run('apt-get', ['update', '-qq'], quiet) && run('apt-get', ['install', '-y', '-qq', name], quiet)
}

/** Finds Chromium or installs it: Debian's package as root, else Playwright's own download. */
function findBrowser(): string {
  const given = process.env['CHROMIUM']
  const found = given ?? BROWSERS.find((path) => existsSync(path))
  if (found) return found
  if (mayInstall) {
    if (install('chromium')) return BROWSERS.find((path) => existsSync(path)) ?? ''
  } else {
    console.log('Chromium не найден, его скачивает Playwright…')
    run(join(ROOT, 'node_modules/.bin/playwright-core'), ['install', 'chromium'])
  }
  return ''
}

/** Finds Dovecot, the mail server of the tests, or installs it as root; without it they are left out, and that is said. */
function findMailServer(): string {
  const found = process.env['DOVECOT'] ?? MAIL_SERVERS.find((path) => existsSync(path))
  if (found) return found
  const isInstalled = mayInstall && install('dovecot-imapd')
  const installed = isInstalled && MAIL_SERVERS.find((path) => existsSync(path))
  if (!installed) console.log('Dovecot не найден: проверки почтовых ящиков пропускаются.')
  return installed || ''
}

/** Other people's programs that some tests need: readers of PDF, a balancer, a clock that can be wrong, attackers. */
const TOOLS = [
  { tool: 'qpdf', name: 'qpdf', without: 'часть проверок PDF' },
  { tool: 'pdftotext', name: 'poppler-utils', without: 'часть проверок PDF' },
  { tool: 'haproxy', name: 'haproxy', without: 'проверка перезапуска без потерь' },
  { tool: 'faketime', name: 'faketime', without: 'проверка неверных часов' },
  { tool: 'sqlmap', name: 'sqlmap', without: 'атака SQL-инъекциями' },
  { tool: 'zzuf', name: 'zzuf', without: 'загрузка испорченных файлов' },
] as const

/** Finds the tools or installs them as root; what is left out without one is said. */
function findTools() {
  for (const { tool, name, without } of TOOLS) {
    const isThere = spawnSync(tool, ['-v']).error === undefined
    if (!isThere && !(mayInstall && install(name))) console.log(`${name} не найден: ${without} не выполняется.`)
  }
}

/** Every route of the contract is answered without a refusal in a test of its module; asked of a run of all tests. */
function findUnproved(): string[] {
  const served = readServed()
  return Object.values(API)
    .flatMap((routes) => Object.values(routes))
    .map(({ method, path }) => `${method} ${path}`)
    .filter((route) => !served.has(route))
}

findTools()
const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
const tools = { CHROMIUM: findBrowser(), DOVECOT: findMailServer() }
const asked = process.argv.slice(2)
const wanted = asked.length > 0 ? asked : ['--project', '!walk']
forgetServed()
const passed = run(process.execPath, [vitest, 'run', ...wanted], tools)
const isWhole = asked.length === 0 || asked.join(' ') === '--project server'
const unproved = passed && isWhole ? findUnproved() : []
if (unproved.length > 0) console.log(`Ни один тест модуля не получил ответа:\n${unproved.join('\n')}`)
process.exit(passed && unproved.length === 0 ? 0 : 1)
