import { substituteRoutes, type SetSubstitute } from '@artikul/contract/companies/substitutes'
import { personalDataRoutes } from '@artikul/contract/identity/personal-data'
import { profileRoutes, type ProfilePatch } from '@artikul/contract/identity/profile'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { savedPageSize, type PageSize } from '../../../lib/page/page-size.ts'

/** Updates one's own data; clients and staff have two routes of the same shape. */
export const saveProfile = (staff: boolean, patch: ProfilePatch) =>
  call(staff ? profileRoutes.updateManager : profileRoutes.update, { body: patch })

export const downloadOwnData = () => call(personalDataRoutes.own, {})

export const confirmEmail = (token: string) => call(profileRoutes.confirmEmail, { body: { token } })

export const acceptInvitation = (token: string) => call(profileRoutes.acceptInvitation, { body: { token } })

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call(profileRoutes.sessions, { signal }),
  staleTime: 0,
})

export const endSession = (id: number) => call(profileRoutes.endSession, { params: { id: String(id) } })

export const endOtherSessions = () => call(profileRoutes.endOtherSessions, {})

export const startSecondFactor = (password: string) => call(profileRoutes.startSecondFactor, { body: { password } })

export const confirmSecondFactor = (code: string) => call(profileRoutes.confirmSecondFactor, { body: { code } })

export const disableOwnSecondFactor = (password: string, code: string) =>
  call(profileRoutes.removeSecondFactor, { body: { password, code } })

export const onBehalfQuery = (page = 1, page_size: PageSize = savedPageSize()) =>
  queryOptions({
    queryKey: ['on-behalf', { page, page_size }],
    queryFn: ({ signal }) =>
      call(profileRoutes.onBehalf, { query: { page: String(page), page_size: `${page_size}` }, signal }),
    placeholderData: keepPreviousData,
  })

export const substituteQuery = queryOptions({
  queryKey: ['contractors', 'deputy'],
  queryFn: ({ signal }) => call(substituteRoutes.read, { signal }),
  staleTime: 0,
})

export const setSubstitute = (body: SetSubstitute) => call(substituteRoutes.set, { body })
