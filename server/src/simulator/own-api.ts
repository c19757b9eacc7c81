import type { Stock } from './goods.ts'
import type { FakeAdapter } from './protocol.ts'

export const OWN_API_KEY = 'own-api-key'

/** Simulates a supplier with an API of its own: a key in a header, offers by warehouse inside the goods, prices as text. */
export const speakOwnApi =
  () =>
  (stock: Stock): FakeAdapter =>
  ({ method, path, query, headers }) => {
    if (headers['x-api-key'] !== OWN_API_KEY) return { status: 401, body: { message: 'Bad key' } }
    if (`${method} ${path}` !== 'GET /v2/search') return { status: 404, body: { message: 'Not found' } }
    const brand = query.get('make')?.toLowerCase()
    const found = stock(query.get('number') ?? '').filter(({ good }) => !brand || good.brand.toLowerCase() === brand)
    const goods = Map.groupBy(found, ({ good }) => `${good.brand} ${good.article}`)
    return {
      status: 200,
      body: {
        result: {
          goods: [...goods.values()].map((positions) => ({
            make: positions[0]?.good.brand,
            number: positions[0]?.good.article,
            title: positions[0]?.good.name,
            offers: positions.map(({ good, route: [, place, hours], priceKop, availability }) => ({
              price: (priceKop / 100).toFixed(2).replace('.', ','),
              qty: availability < 0 ? '>10' : String(availability),
              days: Math.ceil(hours / 24),
              warehouse: place,
              multiplicity: good.multiplicity,
            })),
          })),
        },
      },
    }
  }
