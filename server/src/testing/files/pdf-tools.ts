import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

function withFile<T>(bytes: Buffer, work: (path: string, folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'paper-'))
  try {
    const path = join(folder, 'paper.pdf')
    writeFileSync(path, bytes)
    return work(path, folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function run(tool: string, args: string[]) {
  const { stdout, stderr, status } = spawnSync(tool, args, { encoding: 'utf8', maxBuffer: 256 * 2 ** 20 })
  return { status, text: stdout, output: `${stdout}${stderr}` }
}

/** Faults of a PDF found by qpdf; null when valid. */
export const faultsOf = (bytes: Buffer) =>
  withFile(bytes, (path) => {
    const { status, output } = run('qpdf', ['--check', path])
    return status === 0 ? null : output
  })

/** Actions and external links in a PDF. */
export const actsOf = (bytes: Buffer): string[] =>
  withFile(bytes, (path) => {
    // In qpdf's JSON a name is a plain string, a text starts with its encoding.
    const { text } = run('qpdf', ['--json=2', '--json-stream-data=none', path])
    return [...new Set(text.match(/"\/(?:JavaScript|JS|URI|Launch|OpenAction|AA|EmbeddedFile|GoToR|SubmitForm)"/g))]
  })

/** Renders the first page as pixels, four bytes each. */
export const pictureOf = (bytes: Buffer, dotsPerInch: number) =>
  withFile(bytes, (path, folder) => {
    run('pdftoppm', ['-r', String(dotsPerInch), '-singlefile', path, join(folder, 'sheet')])
    const ppm = readFileSync(join(folder, 'sheet.ppm'))
    const [head = '', width = '', height = ''] = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(ppm.toString('latin1', 0, 40)) ?? []
    const [wide, high] = [Number(width), Number(height)]
    const pixels = new Uint8ClampedArray(wide * high * 4).fill(255)
    for (let at = 0; at < wide * high; at += 1)
      for (let colour = 0; colour < 3; colour += 1) pixels[at * 4 + colour] = ppm[head.length + at * 3 + colour] ?? 255
    return { pixels, width: wide, height: high }
  })
