import { z } from 'zod'
import { requisites, withWholeRequisites } from './company-requisites.ts'
import { Email, Empty, Id, LinkToken, NewPassword, Phone, requiredText } from '../core/fields.ts'
import { defineRoutes } from '../core/route.ts'

/** Texts beside the two checkboxes at the moment of consent. */
const AcceptedTexts = z.strictObject({
  offer_version: z.int('Примите условия оферты').positive(),
  personal_data_version: z.int('Нужно согласие на обработку персональных данных').positive(),
})

export const Registration = z.strictObject({
  company: withWholeRequisites(z.strictObject(requisites)),
  person: z.strictObject({ full_name: requiredText(200), email: Email, phone: Phone }),
  password: NewPassword,
  accepted: AcceptedTexts,
})
export type Registration = z.infer<typeof Registration>

/**
 * Registration of a company. The reply is the same whether its ИНН or email is already known; anything further is
 * emailed to the owner of the address.
 */
export const registrationRoutes = defineRoutes({
  register: {
    method: 'POST',
    path: '/api/v1/registration',
    summary: 'Регистрация компании: письмо со ссылкой для подтверждения; ответ один для известных и неизвестных',
    access: 'public',
    body: Registration,
    reply: Empty,
    status: 201,
  },
  confirm: {
    method: 'POST',
    path: '/api/v1/registration/confirm',
    summary: 'Подтверждение почты ссылкой из письма: заявка уходит менеджеру',
    access: 'public',
    /** Password of the application: the reader of the email may not be its author. */
    body: z.strictObject({ token: LinkToken, password: z.string().min(1, 'Введите пароль').max(200) }),
    reply: z.object({ login: z.string(), company: z.string() }),
  },
  addCompany: {
    method: 'POST',
    path: '/api/v1/registration/company',
    summary: 'Заявка администратора на ещё одну свою компанию',
    access: 'contractors:own',
    selfOnly: true,
    body: z.strictObject({ company: withWholeRequisites(z.strictObject(requisites)), accepted: AcceptedTexts }),
    reply: z.object({ id: Id }),
    status: 201,
  },
})
