import { FAULTS, type Fault } from './faults.ts'
import { CHARACTERS, demoGoods, indexed } from './goods.ts'
import { SIMULATOR_LOGIN, SIMULATOR_PASSWORD, startSimulator } from './simulator.ts'

/**
 * `npm run simulator -- [PORT] [FAULT]`: starts suppliers of different character on consecutive ports, or on free ones
 * without a port. As a child process, reports its origins and ends with its parent.
 */
const [port = '0', fault = ''] = process.argv.slice(2)
const goods = indexed(demoGoods())
const simulators = await Promise.all(
  CHARACTERS.map((character, at) =>
    startSimulator(goods, character, {
      port: port === '0' ? 0 : Number(port) + at,
      fault: fault in FAULTS ? (fault as Fault) : undefined,
    }),
  ),
)
const origins = simulators.map(({ origin }) => origin)
if (process.send) process.send(origins)
else process.stdout.write(`ABCP: ${origins.join(', ')}; логин ${SIMULATOR_LOGIN}, пароль ${SIMULATOR_PASSWORD}\n`)
process.on('disconnect', () => process.exit(0))
