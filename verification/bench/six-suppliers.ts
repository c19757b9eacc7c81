// Six suppliers of different character in a process of their own, which receives the goods and returns their origins.
import { indexed, startSimulator, type Character, type Fault, type Good } from '@artikul/server/simulator'

const SIX: readonly { latencyMs: number; fault?: Fault }[] = [
  { latencyMs: 80 },
  { latencyMs: 80 },
  { latencyMs: 2500 },
  { latencyMs: 0, fault: 'hang' },
  { latencyMs: 0, fault: 'error' },
  { latencyMs: 0, fault: 'huge' },
]

const character = (seed: number, latencyMs: number): Character => ({
  name: `six ${seed}`,
  seed,
  share: 0.9,
  pricePercent: 95 + seed,
  latencyMs,
  routes: [
    [seed * 100, 'Москва', 24],
    [seed * 100 + 1, 'Казань', 72],
  ],
})

process.once('message', (goods: Good[]) => {
  const known = indexed(goods)
  const starting = SIX.map(({ latencyMs, fault }, at) => startSimulator(known, character(at + 1, latencyMs), { fault }))
  void Promise.all(starting).then((started) => process.send?.(started.map(({ origin }) => origin)))
})
process.on('disconnect', () => process.exit(0))
