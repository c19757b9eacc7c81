import type { ContractorStatus } from '@artikul/contract/companies/contractor-status'
import type { Role } from '@artikul/contract/core/roles'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs } from '../../../testing/sign-in.ts'
import { CompanyNotice } from './company-notice.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('pending company gets a notice of what is allowed meanwhile', async () => {
  await open('pending', 'CONTRACTOR_USER')
  screen.getByText(/^Заявка ООО «Ромашка» на рассмотрении: можно смотреть каталог без цен/)
})

test('admin of a declined company gets a link to the card, and an employee a hint', async () => {
  await open('declined', 'CONTRACTOR_ADMIN')
  expect(screen.getByRole('link', { name: 'карточке компании' }).getAttribute('href')).toBe('/contractors/7')
  cleanup()
  await open('declined', 'CONTRACTOR_USER')
  screen.getByText(/отклонена\. Причину знает администратор компании\.$/)
  expect(screen.queryByRole('link')).toBeNull()
})

test('active company gets no notice', async () => {
  await open('active', 'CONTRACTOR_ADMIN')
  expect(screen.queryByRole('complementary')).toBeNull()
})

const open = async (status: ContractorStatus, role: Role) => {
  await signInAs({
    roles: [{ name: role }],
    contractors: [{ id: 7, name: 'ООО «Ромашка»', inn: '7812345675', status }],
  })
  const Page = () => (
    <>
      <CompanyNotice />
      <p>Страница</p>
    </>
  )
  renderPage(Page, { path: '/orders' })
  await waitFor(() => expect(screen.getByText('Страница')).toBeTruthy())
}
