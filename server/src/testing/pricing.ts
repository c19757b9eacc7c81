import { createGoods } from '../services.ts'
import type { TestApp } from './test-app.ts'

/** What lets held orders go on: the clock of the test, and prices that nothing is remembered of. */
export const releasing = ({ appDatabase, clock }: TestApp) => ({
  clock,
  pricing: createGoods(appDatabase, clock, 0).pricing,
})
