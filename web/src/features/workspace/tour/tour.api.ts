import { profileRoutes } from '@artikul/contract/identity/profile'
import { call } from '../../../lib/api/call.ts'

export const finishTour = () => call(profileRoutes.finishTour, {})
