export type { Fault } from './faults.ts'
export { LAXIMO_LOGIN, LAXIMO_PASSWORD, startLaximo } from './laximo.ts'
export { indexed, type Character, type Good } from './goods.ts'
export { SIMULATOR_LOGIN, SIMULATOR_PASSWORD, startSimulator } from './simulator.ts'
