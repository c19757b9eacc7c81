// `npm run bench:data`: a catalogue at size in a database of the benchmarks, and what it took to load it.
import { StartError } from '@artikul/server/config'
import { reportOf } from './bulk-load.ts'
import { openTrade, sizeOfArguments } from './trade.ts'

try {
  const size = sizeOfArguments(process.argv.slice(2), 5_000_000)
  const started = performance.now()
  const trade = await openTrade(size, { told: (line) => console.error(line) })
  try {
    const wall = Math.round((performance.now() - started) / 100) / 10
    const { seconds, ...report } = await reportOf(trade.database.sql)
    // Resumed or found ready: the whole time is that of all starts together.
    console.log(JSON.stringify({ name: trade.name, ...size, seconds, seconds_of_this_start: wall, ...report }))
  } finally {
    await trade.close()
  }
  process.exit(0)
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
}
