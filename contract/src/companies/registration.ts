import { z } from 'zod'
import { requisites, withWholeRequisites } from './company-requisites.ts'
import { Email, Empty, Id, LinkToken, NewPassword, Phone, requiredText } from '../core/fields.ts'
import { defineRoutes } from '../core/route.ts'

/** Texts shown beside the two boxes when they were checked. */
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
 * How a company comes. The answer is one whether its ИНН or the e-mail is known already: the rest is told by letter to
 * whoever owns the address.
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
    /** The password that the application was made with: whoever reads the letters may not be who made it. */
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
