import { createGoods } from '../services.ts'
import type { TestApp } from './test-app.ts'

/** Dependencies for releasing held orders: the clock of the test, and pricing without a cache. */
export const releasing = ({ appDatabase, clock }: TestApp) => ({
  clock,
  pricing: createGoods(appDatabase, clock, 0).pricing,
})
