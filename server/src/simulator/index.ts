export type { Fault } from './faults.ts'
export { indexed, type Character, type Good } from './goods.ts'
export { SIMULATOR_LOGIN, SIMULATOR_PASSWORD, startSimulator } from './simulator.ts'
