import { profileRoutes, type ProfilePatch } from '@artikul/contract/profile'
import { call } from '../../lib/call.ts'

/** Own data of a client and of staff are two routes of one shape. */
export const saveProfile = (staff: boolean, patch: ProfilePatch) =>
  call(staff ? profileRoutes.updateManager : profileRoutes.update, { body: patch })
