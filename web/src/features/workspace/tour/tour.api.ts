import { profileRoutes } from '@artikul/contract/identity/profile'
import { call } from '../../../lib/call.ts'

export const finishTour = () => call(profileRoutes.finishTour, {})
