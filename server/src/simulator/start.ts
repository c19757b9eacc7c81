import { ARMTEK_CUSTOMER, ARMTEK_LOGIN, ARMTEK_PASSWORD, speakArmtek } from './armtek.ts'
import { FAULTS, type Fault } from './faults.ts'
import { CHARACTERS, demoGoods, indexed } from './goods.ts'
import { LAXIMO_LOGIN, LAXIMO_PASSWORD, startLaximo } from './laximo.ts'
import { MAX_TOKEN, startMax } from './max.ts'
import { Accounts, createDemoBase, ODATA_LOGIN, ODATA_PASSWORD, runOneC, startOdata } from './one-c/index.ts'
import { OWN_API_KEY, speakOwnApi } from './own-api.ts'
import { SIMULATOR_LOGIN, SIMULATOR_PASSWORD, startSimulator } from './simulator.ts'

/** Starts suppliers of different character on consecutive ports, or on free ones without a port. */
async function startSuppliers(port: number, fault: string) {
  const goods = indexed(demoGoods())
  const simulators = await Promise.all(
    CHARACTERS.map((character, at) =>
      startSimulator(goods, character, {
        port: port === 0 ? 0 : port + at,
        fault: fault in FAULTS ? (fault as Fault) : undefined,
      }),
    ),
  )
  const origins = simulators.map(({ origin }) => origin)
  if (process.send) process.send(origins)
  else process.stdout.write(`ABCP: ${origins.join(', ')}; логин ${SIMULATOR_LOGIN}, пароль ${SIMULATOR_PASSWORD}\n`)
}

/** Starts Armtek and a supplier with an API of its own. */
async function startOtherSuppliers(port: number) {
  const goods = indexed(demoGoods())
  const character = CHARACTERS[1]
  if (!character) return
  const armtek = await startSimulator(goods, character, { port, fakeAdapter: speakArmtek() })
  const own = await startSimulator(goods, character, { port: port && port + 1, fakeAdapter: speakOwnApi() })
  if (process.send) process.send([armtek.origin, own.origin])
  process.stdout.write(
    `Armtek: ${armtek.origin}; логин ${ARMTEK_LOGIN}, пароль ${ARMTEK_PASSWORD}, покупатель ${ARMTEK_CUSTOMER}\n` +
      `Свой API: ${own.origin}/v2/search?number={article}&make={brand}; ключ ${OWN_API_KEY} в заголовке X-Api-Key\n`,
  )
}

/** Starts the catalogue of parts by VIN. */
async function startVehicleCatalog(port: number) {
  const { origin } = await startLaximo(port)
  process.stdout.write(`Laximo: ${origin}; логин ${LAXIMO_LOGIN}, пароль ${LAXIMO_PASSWORD}\n`)
}

/** Starts the messenger; `/control/start?user_id=1&payload=…` opens the bot, `/control/messages` lists what it has sent. */
async function startMessenger(port: number) {
  const { origin } = await startMax(port)
  process.stdout.write(`MAX: ${origin}; токен ${MAX_TOKEN}\n`)
}

/**
 * Exchanges with the portal as a base of 1C: takes orders, ships them and takes payment. The password is in
 * `ONE_C_PASSWORD`.
 */
async function startOneC(url: string, login: string, goods: string) {
  const options = { url, login, password: process.env['ONE_C_PASSWORD'] ?? '', sendsGoods: goods === 'goods' }
  await runOneC(new Accounts(demoGoods()), options, (text) => process.stdout.write(`1С: ${text}\n`))
}

/** Starts the OData service of a base of 1C with one company; `ИНН/КПП` are those of the company on the portal. */
async function startOneCOdata(port: number, sellerInn: string, company: string) {
  const [inn = '', kpp = ''] = company.split('/')
  const base = createDemoBase({ sellerInn, companies: [{ name: 'ООО «Покупатель из 1С»', inn, kpp }] })
  const { url } = await startOdata(base, port)
  process.stdout.write(`1С OData: ${url}; логин ${ODATA_LOGIN}, пароль ${ODATA_PASSWORD}, план обмена ДляПортала\n`)
}

/**
 * `npm run simulator -- [PORT] [FAULT]` starts the suppliers, `npm run simulator -- api [PORT]` Armtek and a supplier with an
 * API of its own, `npm run simulator -- laximo [PORT]` the catalogue of parts
 * by VIN, `npm run simulator -- max [PORT]` the messenger, `npm run simulator -- one-c URL LOGIN [goods]`
 * a base of 1C that calls the portal, `npm run simulator -- one-c odata PORT SELLER_INN COMPANY_INN/KPP` one that the
 * portal reads. As a child process, reports its origins and ends with its parent.
 */
process.on('disconnect', () => process.exit(0))
const [first = '0', second = '', third = '', fourth = '', fifth = ''] = process.argv.slice(2)
if (first === 'laximo') await startVehicleCatalog(Number(second))
else if (first === 'max') await startMessenger(Number(second))
else if (first === 'api') await startOtherSuppliers(Number(second))
else if (first === 'one-c' && second === 'odata') await startOneCOdata(Number(third), fourth, fifth)
else if (first === 'one-c') await startOneC(second, third, fourth)
else await startSuppliers(Number(first), second)
