import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'

/**
 * Runs both sides with reloading: the server restarts on changes of its files, the web application is served by Vite,
 * which forwards API calls to the server.
 */
const ROOT = join(import.meta.dirname, '../..')
const WATCHED = ['server/src', 'contract/src'].flatMap((folder) => ['--watch-path', join(ROOT, folder)])

const run = (args: string[]) => spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' })
const children: ChildProcess[] = [
  run(['--watch', '--watch-preserve-output', ...WATCHED, 'server/src/start.ts']),
  run([join(ROOT, 'node_modules/vite/bin/vite.js'), 'web']),
]

const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
for (const child of children) child.on('exit', stop)
