// `npm run bench:data`: builds a catalogue of the given size in a benchmark database and reports the loading time.
import { StartError } from '@artikul/server/config'
import { reportOf } from './bulk-load.ts'
import { openTrade, sizeOfArguments } from './trade.ts'

try {
  const size = sizeOfArguments(process.argv.slice(2), 5_000_000)
  const started = performance.now()
  const trade = await openTrade(size, { log: (line) => console.error(line) })
  try {
    const wall = Math.round((performance.now() - started) / 100) / 10
    const { seconds, ...report } = await reportOf(trade.database.sql)
    // Includes the time of all earlier starts when the load was resumed or complete.
    console.log(JSON.stringify({ name: trade.name, ...size, seconds, seconds_of_this_start: wall, ...report }))
  } finally {
    await trade.close()
  }
  process.exit(0)
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
}
