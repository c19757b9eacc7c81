import { IconBuilding, IconKeyboard, IconLogout, IconMoon, IconSun } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useSession } from '../../../lib/session/current-session.ts'
import { useOwnPages, type NavPage } from '../../../lib/page/nav-pages.ts'
import { showQuick } from '../../../lib/queries/overlay-store.ts'
import { setTheme, useIsDark } from '../../../lib/browser/theme.ts'
import { changeContractor } from '../../../ui/change-contractor.ts'
import { useLogout } from '../../../ui/use-logout.ts'
import type { Place } from './recent.ts'

/** One line of the palette. */
export interface SearchChoice {
  title: string
  note?: string
  icon?: ComponentType<{ size?: number | string }> | undefined
  /** Further words that match the choice. */
  words?: string
  /** Action after the palette has closed; places navigate. */
  run?: () => unknown
  place?: Place
}

export interface ChoiceGroup {
  title: string
  choices: SearchChoice[]
}

const plain = (text: string) => text.toLowerCase().replaceAll('ё', 'е')
const wordsOf = (text: string) => plain(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** True when every typed word is the beginning of a word of the choice. */
const isMeant =
  (typed: string) =>
  ({ title, note = '', words = '' }: SearchChoice) => {
    const own = wordsOf(`${title} ${note} ${words}`)
    return wordsOf(typed).every((word) => own.some((one) => one.startsWith(word)))
  }

const pageChoice = ({ title, menu = '', path, icon }: NavPage): SearchChoice => ({
  title,
  icon,
  words: menu,
  place: { kind: 'page', title, note: '', href: path },
})

/** Pages listed as actions, with their names there. */
const ACTS: Record<string, string> = { '/search-by-document': 'Заказ по списку', '/invoice': 'Новый счёт' }

function useActs(pages: readonly NavPage[]): SearchChoice[] {
  const isDark = useIsDark()
  const logout = useLogout()
  return [
    ...pages.flatMap((page) => {
      const title = ACTS[page.path]
      return title === undefined ? [] : [{ ...pageChoice(page), title, words: page.title }]
    }),
    {
      title: 'Сменить тему',
      note: isDark ? 'на светлую' : 'на тёмную',
      icon: isDark ? IconSun : IconMoon,
      run: () => setTheme(!isDark),
    },
    { title: 'Клавиши', words: 'горячие сочетания', icon: IconKeyboard, run: () => showQuick('keys') },
    { title: 'Выйти', words: 'выход', icon: IconLogout, run: logout },
  ]
}

/** Companies of the client other than the current one. */
function useOtherCompanies(): SearchChoice[] {
  const { user, contractors, contractor } = useSession()
  const companies = contractors.length > 0 ? contractors : (user?.contractors ?? [])
  return companies
    .filter(({ id }) => id !== contractor?.id)
    .map(({ id, name, inn }) => ({
      title: name,
      note: `ИНН ${inn}`,
      icon: IconBuilding,
      run: () => changeContractor(id),
    }))
}

const MAX_COMPANIES = 5

/** Local results: actions, pages, own companies; matching ones, or suggestions without a text. */
export function useOwnGroups(typed: string): ChoiceGroup[] {
  const pages = useOwnPages()
  const acts = useActs(pages)
  const companies = useOtherCompanies()
  const isAsked = wordsOf(typed).length > 0
  if (!isAsked && typed !== '') return []
  const groups: ChoiceGroup[] = [
    { title: 'Действия', choices: acts },
    {
      title: 'Разделы',
      choices: pages
        .filter(({ path, order }) => ACTS[path] === undefined && (isAsked || order !== undefined))
        .sort((a, b) => (a.order ?? Infinity) - (b.order ?? Infinity))
        .map(pageChoice),
    },
    { title: 'Сменить покупателя', choices: isAsked ? companies : [] },
  ]
  return groups
    .map(({ title, choices }) => ({ title, choices: choices.filter(isMeant(typed)).slice(0, limitOf(title)) }))
    .filter(({ choices }) => choices.length > 0)
}

const limitOf = (title: string) => (title === 'Сменить покупателя' ? MAX_COMPANIES : undefined)

/** Returns a function that navigates and records the place. */
export const useGo = () => {
  const navigate = useNavigate()
  return (href: string) => navigate({ href })
}
