import { counted } from '@artikul/contract/core/plural'
import { dayText, moscowDate } from '../../../platform/clock.ts'
import type { Email, Mailer } from '../../../platform/mail/index.ts'

interface Recipient {
  email: string
  company: string
}

interface ReadyFile {
  rows: number
  /** True when none of the selected groups exists any more. */
  groupsGone: boolean
  isDaily: boolean
  at: Date
  keepUntil: Date
}

const sizeText = ({ rows, groupsGone }: ReadyFile): string => {
  if (groupsGone) return 'Он пуст: групп, по которым вы отбирали товары, больше нет.'
  return rows === 0 ? 'Под ваши условия ничего не подошло.' : `В нём ${counted(rows, 'строка', 'строки', 'строк')}.`
}

/** Composes the email about a ready file. The link leads to the page, because the file itself requires a session. */
export function priceExportReadyEmail(mailer: Mailer, { email, company }: Recipient, file: ReadyFile): Email {
  const { isDaily, at, keepUntil } = file
  const day = dayText(moscowDate(at))
  const daily = isDaily ? '\n\nМы собираем его каждый день, как вы просили; отключить рассылку можно там же.' : ''
  return {
    to: email,
    subject: isDaily ? `Прайс на ${day}` : 'Прайс готов',
    text: `Здравствуйте!

Прайс с вашими ценами на ${day} готов. ${sizeText(file)} Компания: ${company}.

Скачать: ${mailer.linkTo('/price-list')}
Файл хранится до ${dayText(moscowDate(keepUntil))} включительно.${daily}`,
  }
}

/** Composes the email about a stopped daily file, with instructions to restore it. */
export const priceExportStoppedEmail = (mailer: Mailer, { email, company }: Recipient): Email => ({
  to: email,
  subject: 'Ежедневный прайс остановлен',
  text: `Здравствуйте!

Групп, по которым вы отбирали товары для ежедневного прайса, больше нет, поэтому мы его не собираем. Компания: ${company}.

Выберите другие группы и включите рассылку снова: ${mailer.linkTo('/price-list')}`,
})
