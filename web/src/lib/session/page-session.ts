import { Session } from './session.ts'

export const session = new Session()
