// Generated from docs/partner-api.json by `npm run partner-api:release`.
export interface paths {
    "/api/partner/v1/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Ключ, его права и компания: для проверки подключения */
        get: operations["account"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v1/consignees": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Точки доставки, доступные ключу */
        get: operations["points"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Поиск по артикулу: предложения, замены и аналоги со сроками */
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v1/search/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Поиск до 500 артикулов одним вызовом, без аналогов */
        post: operations["searchBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v1/search/brands": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Производители, у которых есть артикул */
        get: operations["makers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v1/search/tips": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Подсказки по началу артикула и словам названия */
        get: operations["tips"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v1/products/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Товар: вес, штрихкод, страна, свойства и номера производителей машин */
        get: operations["product"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v1/brands": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Производители с их написаниями, по названию */
        get: operations["brands"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v1/cutoff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** До какого часа заказать сегодня: после него сроки сдвигаются */
        get: operations["cutoff"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v1/price-exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Прайсы компании файлами, новые первыми */
        get: operations["priceExports"];
        put?: never;
        /** Собрать прайс по своим ценам; готовность – в списке прайсов */
        post: operations["orderPriceExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v1/price-exports/{id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Файл готового прайса */
        get: operations["priceExportFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v1/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Заказы, новые сверху */
        get: operations["orders"];
        put?: never;
        /** Оформить заказ: сразу, без корзины; повтор с тем же ключом ничего не заказывает */
        post: operations["placeOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v1/orders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Заказ со строками и счетами */
        get: operations["order"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v1/order-lines/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Что происходило со строкой, начиная с заказа */
        get: operations["lineHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v1/order-lines/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Отменить строку, которая ещё не в работе */
        post: operations["cancelLine"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v1/order-lines/{id}/cancel-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Попросить отменить то, что уже в работе или в пути: решает менеджер */
        post: operations["requestCancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v1/cancel-requests/{id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Отозвать запрос на отмену, на который ещё не ответили */
        post: operations["withdrawCancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v1/approvals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Изменения условий, которые ждут вашего решения, первые по сроку; не больше 50 */
        get: operations["approvals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v1/approvals/{id}/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Согласиться с новыми условиями строки, снять её или подобрать другое */
        post: operations["answerApproval"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v1/cart": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Корзина создавшего ключ: её можно дозаполнить программой и оформить на портале */
        get: operations["cart"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v1/cart/lines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Положить предложение в корзину; то же ещё раз увеличивает количество */
        post: operations["addToCart"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v1/cart/lines/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Положить в корзину до 500 предложений; ответы в порядке запроса, отказ по одному не мешает остальным */
        post: operations["addManyToCart"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v1/cart/lines/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Убрать строку из корзины */
        delete: operations["removeCartLine"];
        options?: never;
        head?: never;
        /** Изменить количество или пометку строки корзины */
        patch: operations["changeCartLine"];
        trace?: never;
    };
    "/api/partner/v1/shipments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Отгрузки, новые сверху */
        get: operations["shipments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v1/shipments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Отгрузка со строками */
        get: operations["shipment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v1/shipments/{id}/upd": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** УПД отгрузки: копия для ознакомления (PDF) */
        get: operations["shipmentUpd"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v1/shipments/{id}/intake.xml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Поступление товаров для 1С (CommerceML 2) */
        get: operations["shipmentXml"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v1/shipments/{id}/intake.xlsx": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Поступление товаров таблицей (XLSX) */
        get: operations["shipmentXlsx"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v1/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Счета, отгрузки, акты по обращениям и корректировки, новые сверху */
        get: operations["documents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v1/invoices/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Счёт на оплату */
        get: operations["invoice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v1/invoices/{id}/pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Счёт на оплату (PDF) */
        get: operations["invoicePdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v1/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Задолженность, просрочка и лимит по договорам */
        get: operations["balance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v1/movements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Отгрузки и оплаты за период с остатком после каждой, новые сверху */
        get: operations["movements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Вебхуки компании, новые сверху */
        get: operations["webhooks"];
        put?: never;
        /** Новый вебхук; секрет подписи возвращается один раз */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Удалить вебхук вместе с его сообщениями */
        delete: operations["removeWebhook"];
        options?: never;
        head?: never;
        /** Изменить, приостановить или возобновить вебхук */
        patch: operations["changeWebhook"];
        trace?: never;
    };
    "/api/partner/v1/webhooks/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Новый секрет подписи; прежним подписывается ещё указанное число часов */
        post: operations["rotateWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v1/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Отправить пробное сообщение и вернуть ответ получателя */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v1/webhooks/{id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Сообщения вебхука, новые сверху */
        get: operations["webhookMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v1/webhook-messages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Сообщение: что отправлено и что ответил получатель */
        get: operations["webhookMessage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v1/webhooks/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Отправить снова сообщение или все сообщения периода */
        post: operations["replayWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "order.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Заказ оформлен */
        post: operations["onOrderCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.line.changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Строки заказа изменились */
        post: operations["onOrderLineChanged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "approval.requested": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Нужен ответ об изменении строки */
        post: operations["onApprovalRequested"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "shipment.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Товар отгружен */
        post: operations["onShipmentCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.issued": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Счёт выставлен */
        post: operations["onInvoiceIssued"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.received": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Оплата получена */
        post: operations["onPaymentReceived"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "price_export.ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Прайс готов */
        post: operations["onPriceExportReady"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "claim.changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Обращение изменилось */
        post: operations["onClaimChanged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "product_alert.triggered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Подписка на товар сработала */
        post: operations["onProductAlertTriggered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * @description Отказ: код для программы и текст для человека
         * @example {
         *       "type": "about:blank",
         *       "status": 404,
         *       "code": "not_found",
         *       "title": "Не найдено",
         *       "request_id": "0b8f4b1e-7f0e-4d0c-8f6e-2f6f3f1f9a11"
         *     }
         */
        Problem: {
            type: string;
            status: number;
            /** @description Постоянный код отказа: order.changed, api_key.calls_exceeded */
            code: string;
            title: string;
            detail?: string;
            /** @description Неверные поля запроса */
            errors?: {
                path: string;
                message: string;
            }[];
            /** @description Чем строки хуже указанного в запросе */
            differences?: {
                /** @description Номер строки запроса, с нуля */
                line?: number;
                /** @enum {string} */
                kind: "price" | "date" | "stock" | "multiplicity" | "gone";
                message: string;
                old_price_kop: number | null;
                new_price_kop: number | null;
                old_date: string | null;
                new_date: string | null;
                asked_qty: number | null;
                available_qty: number | null;
            }[];
            request_id: string;
        };
        /** @description Ключ и компания, от имени которой он действует */
        Account: {
            company: string;
            inn: string;
            key: string;
            scopes: string[];
            consignee_id: number | null;
            sees_prices: boolean;
            may_place: boolean;
            order_limit_kop: number | null;
            calls_per_minute: number;
            calls_per_day: number;
        };
        /**
         * @description Точка доставки
         * @example {
         *       "id": 17,
         *       "name": "Сервис на Лесной",
         *       "code": "Л1",
         *       "address": "Москва, ул. Лесная, 5",
         *       "is_default": true
         *     }
         */
        DeliveryPoint: {
            id: number;
            name: string;
            code: string | null;
            address: string;
            is_default: boolean;
        };
        /** @description Производитель с таким артикулом */
        Maker: {
            brand_id: number;
            brand: string;
            article: string;
            name: string;
            offers_count: number;
            min_price_kop: number | null;
        };
        /** @description Предложения одного товара */
        OfferGroup: {
            /**
             * @description asked – запрошенный, found – по словам, replacement – замена производителя, analogue – аналог
             * @enum {string}
             */
            kind: "asked" | "found" | "replacement" | "analogue";
            product: components["schemas"]["Product"];
            offers: components["schemas"]["Offer"][];
        };
        /**
         * @description Товар: производитель и артикул
         * @example {
         *       "id": 8123,
         *       "code": "mann-w9142",
         *       "brand": "MANN-FILTER",
         *       "article": "W 914/2",
         *       "name": "Фильтр масляный",
         *       "unit": "шт"
         *     }
         */
        Product: {
            /** @description null у найденного онлайн товара, которого нет в каталоге */
            id: number | null;
            /** @description Код товара в адресах, не меняется */
            code: string | null;
            brand: string;
            article: string;
            name: string;
            unit: string;
        };
        /**
         * @description Предложение: товар на складе с ценой, остатком и сроком
         * @example {
         *       "id": 51002,
         *       "reference": null,
         *       "warehouse": "Москва, Южный",
         *       "own_stock": true,
         *       "price_kop": 115000,
         *       "qty": 12,
         *       "qty_text": "12",
         *       "qty_exact": true,
         *       "multiplicity": 1,
         *       "expected_date": "2026-11-18",
         *       "guaranteed_date": "2026-11-19",
         *       "term_days": 1,
         *       "return_days": 14,
         *       "stale": false,
         *       "updated_at": "2026-11-17T06:00:00Z"
         *     }
         */
        Offer: {
            /** @description Передаётся в заказ как offer_id; null у предложения, найденного онлайн */
            id: number | null;
            /** @description Передаётся в заказ у предложения, найденного онлайн; действует 15 минут */
            reference: string | null;
            warehouse: string;
            own_stock: boolean;
            /** @description Цена за единицу в копейках с НДС; null, если цены скрыты */
            price_kop: number | null;
            qty_prices?: {
                qty_from: number;
                price_kop: number | null;
            }[];
            qty: number;
            /** @description Остаток, как в прайсе: «12», «>10», «есть» */
            qty_text: string;
            /** @description false, если остаток не меньше указанного */
            qty_exact: boolean;
            multiplicity: number;
            min_qty?: number;
            /**
             * Format: date
             * @description Ожидаем
             */
            expected_date: string;
            /**
             * Format: date
             * @description Гарантируем
             */
            guaranteed_date: string;
            term_days: number;
            /** @description Дней на возврат; 0 – возврата нет */
            return_days: number;
            stated_delivery_percent?: number;
            /** @description Прайс старше обещанного, уточняется */
            stale: boolean;
            /** Format: date-time */
            updated_at: string;
        };
        /** @description Прайс файлом */
        PriceExport: {
            id: number;
            /** @enum {string} */
            format: "xlsx" | "csv";
            /** @enum {string} */
            state: "queued" | "running" | "ready" | "failed";
            rows_count: number;
            /** Format: date-time */
            created_at: string;
            finished_at: string | null;
            keep_until: string | null;
        };
        /**
         * @description Оформленный заказ
         * @example {
         *       "id": 4012,
         *       "number": "26-004012",
         *       "status": "in_work",
         *       "consignee": "Сервис на Лесной",
         *       "seller": "ООО «Артикул»",
         *       "contract": "№ 17",
         *       "total_kop": 230000,
         *       "invoice_id": null,
         *       "invoice_number": null
         *     }
         */
        PlacedOrder: {
            id: number;
            number: string;
            /** @enum {string} */
            status: "new" | "awaiting_payment" | "on_hold" | "needs_confirm" | "in_work" | "ready" | "partly_shipped" | "shipped" | "done" | "cancelled";
            consignee: string;
            seller: string;
            contract: string;
            total_kop: number | null;
            invoice_id: number | null;
            invoice_number: string | null;
        };
        /**
         * @description Заказ в списке
         * @example {
         *       "id": 4012,
         *       "number": "26-004012",
         *       "client_number": "A-1024",
         *       "status": "in_work",
         *       "created_at": "2026-11-17T09:00:00Z",
         *       "consignee_id": 17,
         *       "consignee": "Сервис на Лесной",
         *       "lines_count": 1,
         *       "total_kop": 230000,
         *       "expected_date": "2026-11-18"
         *     }
         */
        OrderItem: {
            id: number;
            number: string;
            /** @description Номер, который назначила ваша программа */
            client_number: string;
            /** @enum {string} */
            status: "new" | "awaiting_payment" | "on_hold" | "needs_confirm" | "in_work" | "ready" | "partly_shipped" | "shipped" | "done" | "cancelled";
            /** Format: date-time */
            created_at: string;
            consignee_id: number;
            consignee: string;
            lines_count: number;
            total_kop: number | null;
            /** Format: date */
            expected_date: string;
        };
        /** @description Заказ со строками */
        Order: {
            id: number;
            number: string;
            /** @description Номер, который назначила ваша программа */
            client_number: string;
            /** @enum {string} */
            status: "new" | "awaiting_payment" | "on_hold" | "needs_confirm" | "in_work" | "ready" | "partly_shipped" | "shipped" | "done" | "cancelled";
            /** Format: date-time */
            created_at: string;
            consignee_id: number;
            consignee: string;
            lines_count: number;
            total_kop: number | null;
            expected_date: string | null;
            seller: string;
            contract: string;
            consignee_address: string;
            comment: string;
            placed_by: string;
            vat_kop: number | null;
            ship_complete: boolean;
            is_pickup: boolean;
            /** @description Почему заказ приостановлен; пусто, если нет */
            hold_reason: string;
            lines: components["schemas"]["OrderLine"][];
            invoices: {
                id: number;
                number: string;
                /** Format: date-time */
                issued_at: string;
                total_kop: number | null;
            }[];
        };
        /** @description Строка заказа */
        OrderLine: {
            id: number;
            position: number;
            product_code: string;
            brand: string;
            article: string;
            name: string;
            unit: string;
            qty: number;
            price_kop: number | null;
            sum_kop: number | null;
            vat_kop: number | null;
            vat_label: string;
            client_ref: string;
            comment: string;
            return_days: number;
            /** @description Строка стоимости доставки */
            is_delivery: boolean;
            warehouse: string;
            /** Format: date */
            expected_date: string;
            /** Format: date */
            guaranteed_date: string;
            /** @description Сколько в каком статусе; в сумме – количество строки */
            parts: {
                /** @enum {string} */
                state: "new" | "awaiting_payment" | "on_hold" | "needs_confirm" | "reserved" | "in_work" | "ordered_supplier" | "confirmed_supplier" | "in_transit" | "delayed" | "arrived" | "picking" | "ready" | "shipped" | "issued" | "refused_supplier" | "cancelled_client" | "removed" | "return_requested" | "returned";
                qty: number;
            }[];
            /** @description Запрос на отмену: ждёт ответа или отклонён */
            cancel: {
                id: number;
                qty: number;
                /** Format: date-time */
                at: string;
                decline_reason: string | null;
            } | null;
            replaced_by: {
                line_id: number;
                order_id: number;
                order_number: string;
                brand: string;
                article: string;
            }[];
        };
        /** @description Смена статуса части строки */
        LineEvent: {
            /** Format: date-time */
            at: string;
            from: ("new" | "awaiting_payment" | "on_hold" | "needs_confirm" | "reserved" | "in_work" | "ordered_supplier" | "confirmed_supplier" | "in_transit" | "delayed" | "arrived" | "picking" | "ready" | "shipped" | "issued" | "refused_supplier" | "cancelled_client" | "removed" | "return_requested" | "returned") | null;
            /** @enum {string} */
            to: "new" | "awaiting_payment" | "on_hold" | "needs_confirm" | "reserved" | "in_work" | "ordered_supplier" | "confirmed_supplier" | "in_transit" | "delayed" | "arrived" | "picking" | "ready" | "shipped" | "issued" | "refused_supplier" | "cancelled_client" | "removed" | "return_requested" | "returned";
            qty: number;
            reason: string;
        };
        /** @description Изменение условий строки, которое ждёт вашего решения */
        ChangeApproval: {
            id: number;
            line_id: number;
            order_id: number;
            order_number: string;
            before: components["schemas"]["LineTerms"];
            after: components["schemas"]["LineTerms"];
            reason: string;
            /** @enum {string} */
            state: "open" | "agreed" | "declined" | "other" | "kept" | "dropped" | "replaced" | "settled" | "applied";
            /** Format: date-time */
            due_at: string;
            /**
             * @description Что будет без ответа: keep – останется как была, drop – снимется
             * @enum {string}
             */
            on_timeout: "keep" | "drop";
        };
        /** @description Условия строки */
        LineTerms: {
            price_kop: number | null;
            /** Format: date */
            expected_date: string;
            /** Format: date */
            guaranteed_date: string;
            brand: string;
            article: string;
            qty: number;
        };
        /** @description Строка корзины */
        CartLine: {
            id: number;
            product: components["schemas"]["Product"];
            qty: number;
            price_kop: number | null;
            sum_kop: number | null;
            /** Format: date */
            expected_date: string;
            consignee_id: number | null;
            client_ref: string;
            comment: string;
            version: number;
        };
        /** @description Отгрузка в списке */
        ShipmentItem: {
            id: number;
            number: string;
            /** Format: date */
            shipped_on: string;
            /** @enum {string} */
            state: "shipped" | "received" | "cancelled";
            seller: string;
            consignee: string;
            delivery_run: string;
            lines_count: number;
            total_kop: number | null;
            /** Format: date */
            accept_until: string;
        };
        /** @description Отгрузка со строками */
        Shipment: {
            id: number;
            number: string;
            /** Format: date */
            shipped_on: string;
            /** @enum {string} */
            state: "shipped" | "received" | "cancelled";
            seller: string;
            consignee: string;
            delivery_run: string;
            lines_count: number;
            total_kop: number | null;
            /** Format: date */
            accept_until: string;
            contract: string;
            consignee_address: string;
            vat_kop: number | null;
            /**
             * Format: date
             * @description Оплатить до
             */
            due_on: string;
            lines: components["schemas"]["ShipmentLine"][];
        };
        /** @description Строка отгрузки */
        ShipmentLine: {
            id: number;
            position: number;
            order_id: number;
            order_number: string;
            client_number: string;
            client_ref: string;
            product_code: string;
            brand: string;
            article: string;
            name: string;
            unit: string;
            qty: number;
            price_kop: number | null;
            vat_label: string;
            vat_kop: number | null;
            sum_kop: number | null;
        };
        /** @description Документ компании */
        Document: {
            id: number;
            number: string;
            /** @enum {string} */
            kind: "invoice" | "shipment" | "claim" | "correction";
            /** Format: date */
            day: string;
            seller: string;
            contract: string;
            consignee: string;
            sum_kop: number | null;
            state: string | null;
            upd_number: string | null;
        };
        /** @description Счёт на оплату */
        Invoice: {
            id: number;
            number: string;
            /** @enum {string} */
            kind: "order" | "advance" | "orders" | "shipments" | "goods";
            /** @enum {string} */
            state: "unpaid" | "partly_paid" | "paid" | "overdue" | "replaced" | "cancelled";
            /** Format: date-time */
            issued_at: string;
            /** Format: date */
            pay_until: string;
            orders: {
                id: number;
                number: string;
            }[];
            total_kop: number;
            paid_kop: number | null;
            /** @description Назначение платежа */
            purpose: string;
        };
        /**
         * @description Взаиморасчёты по договору
         * @example {
         *       "contract_id": 3,
         *       "number": "17",
         *       "seller": "ООО «Артикул»",
         *       "debt_kop": 1250000,
         *       "overdue_kop": 0,
         *       "overdue_days": 0,
         *       "disputed_kop": 0,
         *       "in_work_kop": 230000,
         *       "limit_kop": 30000000,
         *       "available_kop": 28520000
         *     }
         */
        Balance: {
            contract_id: number;
            number: string;
            seller: string;
            /** @description Задолженность; меньше нуля – аванс */
            debt_kop: number;
            overdue_kop: number;
            overdue_days: number;
            disputed_kop: number;
            in_work_kop: number;
            limit_kop: number;
            available_kop: number;
        };
        /** @description Отгрузка, оплата или другая запись взаиморасчётов */
        Movement: {
            kind: string;
            id: number;
            number: string;
            /** Format: date */
            day: string;
            contract: string;
            debit_kop: number;
            credit_kop: number;
            balance_kop: number;
        };
        /** @description Изменившаяся строка: как она есть теперь и что с ней происходило */
        ChangedLine: {
            id: number;
            position: number;
            product_code: string;
            brand: string;
            article: string;
            name: string;
            unit: string;
            qty: number;
            price_kop: number | null;
            sum_kop: number | null;
            vat_kop: number | null;
            vat_label: string;
            client_ref: string;
            comment: string;
            return_days: number;
            /** @description Строка стоимости доставки */
            is_delivery: boolean;
            warehouse: string;
            /** Format: date */
            expected_date: string;
            /** Format: date */
            guaranteed_date: string;
            /** @description Сколько в каком статусе; в сумме – количество строки */
            parts: {
                /** @enum {string} */
                state: "new" | "awaiting_payment" | "on_hold" | "needs_confirm" | "reserved" | "in_work" | "ordered_supplier" | "confirmed_supplier" | "in_transit" | "delayed" | "arrived" | "picking" | "ready" | "shipped" | "issued" | "refused_supplier" | "cancelled_client" | "removed" | "return_requested" | "returned";
                qty: number;
            }[];
            /** @description Запрос на отмену: ждёт ответа или отклонён */
            cancel: {
                id: number;
                qty: number;
                /** Format: date-time */
                at: string;
                decline_reason: string | null;
            } | null;
            replaced_by: {
                line_id: number;
                order_id: number;
                order_number: string;
                brand: string;
                article: string;
            }[];
            /** @description Смены статуса, последняя в конце */
            history: components["schemas"]["LineEvent"][];
        };
        /** @description Оплата */
        Payment: {
            id: number;
            number: string;
            /** Format: date */
            day: string;
            contract: string;
            sum_kop: number;
        };
        /** @description Обращение по отгрузке */
        Claim: {
            id: number;
            number: string;
            /** @enum {string} */
            kind: "unfit" | "wrong" | "shortage" | "surplus" | "damage" | "defect" | "warranty" | "price";
            /** @enum {string} */
            state: "submitted" | "in_review" | "question" | "approved" | "received" | "inspection" | "closed" | "declined" | "withdrawn";
            shipment_id: number;
            shipment_number: string;
            /**
             * Format: date
             * @description Ответим до
             */
            answer_by: string;
        };
        /** @description Сработавшая подписка на товар */
        ProductAlert: {
            id: number;
            /**
             * @description stock – появился остаток, price – цена опустилась
             * @enum {string}
             */
            kind: "stock" | "price";
            product: components["schemas"]["Product"];
            /** @description Сколько ждали; null – любое количество */
            qty: number | null;
            /** @description Цена, которую ждали */
            price_kop: number | null;
        };
    };
    responses: {
        /** @description Отказ */
        Refusal: {
            headers: {
                /** @description Через сколько секунд повторить */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /** @description Свой для каждого действия; при повторе – тот же */
        IdempotencyKey: string;
    };
    requestBodies: never;
    headers: {
        /** @description Предел вызовов */
        RateLimitLimit: number;
        /** @description Сколько вызовов осталось */
        RateLimitRemaining: number;
        /** @description Через сколько секунд счёт начнётся заново */
        RateLimitReset: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    account: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Успешно */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            422: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    points: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Успешно */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: components["schemas"]["DeliveryPoint"][];
                    };
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            422: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    search: {
        parameters: {
            query: {
                article: string;
                /** @description Производитель в любом написании */
                brand?: string;
                /** @description Точка доставки; без неё – точка ключа */
                consignee_id?: string;
                /** @description 0 – без замен и аналогов */
                analogues?: "0" | "1";
                /** @description 1 – опросить и поставщиков в сети, до 10 секунд */
                online?: "0" | "1";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Успешно */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        found: "exact" | "read" | "loose" | "name" | "nothing";
                        /** @description Несколько производителей: повторите поиск с brand */
                        makers: components["schemas"]["Maker"][];
                        groups: components["schemas"]["OfferGroup"][];
                    };
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            422: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    searchBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "items": [
                 *         {
                 *           "article": "26300-35503",
                 *           "brand": "HYUNDAI/KIA"
                 *         },
                 *         {
                 *           "article": "22542"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    items: {
                        article: string;
                        /** @description Производитель в любом написании */
                        brand?: string;
                    }[];
                    consignee_id?: number;
                };
            };
        };
        responses: {
            /** @description Успешно */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description По одному ответу на артикул, в порядке запроса */
                        results: {
                            article: string;
                            brand: string | null;
                            groups: components["schemas"]["OfferGroup"][];
                        }[];
                    };
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            422: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    makers: {
        parameters: {
            query: {
                article: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Успешно */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: components["schemas"]["Maker"][];
                    };
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            422: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    tips: {
        parameters: {
            query: {
                q: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Успешно */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: {
                            /** @description Код товара в адресах, не меняется */
                            code: string | null;
                            brand: string;
                            article: string;
                            name: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            422: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    product: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Успешно */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description null у найденного онлайн товара, которого нет в каталоге */
                        id: number | null;
                        /** @description Код товара в адресах, не меняется */
                        code: string | null;
                        brand: string;
                        article: string;
                        name: string;
                        unit: string;
                        multiplicity: number;
                        weight_kg: number | null;
                        barcode: string | null;
                        country: string | null;
                        gtd: string | null;
                        description: string | null;
                        properties: {
                            name: string;
                            value: string;
                            unit: string;
                        }[];
                        original_numbers: {
                            code: string;
                            brand: string;
                            article: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            422: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    brands: {
        parameters: {
            query?: {
                /** @description next_cursor предыдущей страницы */
                cursor?: string;
                limit?: "50" | "100" | "150";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Успешно */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: {
                            id: number;
                            name: string;
                            aliases: string[];
                        }[];
                        /** @description null на последней странице */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            422: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    cutoff: {
        parameters: {
            query?: {
                /** @description Точка доставки; без неё – точка ключа */
                consignee_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Успешно */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        cutoff: {
                            of: string;
                            /** Format: date-time */
                            at: string;
                        } | null;
                    };
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            422: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    priceExports: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Успешно */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: components["schemas"]["PriceExport"][];
                    };
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            422: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    orderPriceExport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "format": "csv",
                 *       "in_stock": true
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    format: "xlsx" | "csv";
                    brand_ids?: number[];
                    in_stock?: boolean;
                    consignee_id?: number;
                };
            };
        };
        responses: {
            /** @description Успешно */
            201: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                    };
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            422: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    priceExportFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Успешно */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            422: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    orders: {
        parameters: {
            query?: {
                /** @description next_cursor предыдущей страницы */
                cursor?: string;
                limit?: "50" | "100" | "150";
                from?: string;
                to?: string;
                status?: "new" | "awaiting_payment" | "on_hold" | "needs_confirm" | "in_work" | "ready" | "partly_shipped" | "shipped" | "done" | "cancelled";
                client_number?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Успешно */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: components["schemas"]["OrderItem"][];
                        /** @description null на последней странице */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            422: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    placeOrder: {
        parameters: {
            query?: never;
            header: {
                /** @description Свой для каждого действия; при повторе – тот же */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "lines": [
                 *         {
                 *           "offer_id": 1,
                 *           "qty": 2,
                 *           "price_kop": 115000,
                 *           "expected_date": "2026-11-18",
                 *           "client_ref": "ЗН-17"
                 *         }
                 *       ],
                 *       "client_number": "A-1024",
                 *       "tolerance": {
                 *         "price_percent": 2,
                 *         "delay_days": 1
                 *       }
                 *     }
                 */
                "application/json": {
                    lines: {
                        offer_id?: number;
                        reference?: string;
                        qty: number;
                        /** @description Цена, которую видела программа */
                        price_kop?: number;
                        /**
                         * Format: date
                         * @description Срок, который видела программа
                         */
                        expected_date?: string;
                        /** @description Ваша пометка: заказ-наряд, госномер */
                        client_ref?: string;
                        comment?: string;
                    }[];
                    /** @description Точка доставки; без неё – точка ключа */
                    consignee_id?: number;
                    client_number?: string;
                    comment?: string;
                    /** @description Отгружать только целиком */
                    ship_complete?: boolean;
                    /** @description Насколько дороже и позже указанного оформлять без вопросов; без него – допуск компании */
                    tolerance?: {
                        /** @default 0 */
                        price_percent?: number;
                        /** @default 0 */
                        delay_days?: number;
                    };
                };
            };
        };
        responses: {
            /** @description Успешно */
            201: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        orders: components["schemas"]["PlacedOrder"][];
                    };
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            422: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    order: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Успешно */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            422: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    lineHistory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Успешно */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: components["schemas"]["LineEvent"][];
                    };
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            422: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    cancelLine: {
        parameters: {
            query?: never;
            header: {
                /** @description Свой для каждого действия; при повторе – тот же */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "order_id": 1,
                 *       "qty": 1
                 *     }
                 */
                "application/json": {
                    order_id: number;
                    qty?: number;
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Успешно */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        cancelled_qty: number;
                    };
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            422: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    requestCancel: {
        parameters: {
            query?: never;
            header: {
                /** @description Свой для каждого действия; при повторе – тот же */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "qty": 1,
                 *       "message": "Клиент отказался"
                 *     }
                 */
                "application/json": {
                    qty: number;
                    message: string;
                };
            };
        };
        responses: {
            /** @description Успешно */
            201: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                    };
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            422: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    withdrawCancel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Успешно */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            422: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    approvals: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Успешно */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: components["schemas"]["ChangeApproval"][];
                        has_more: boolean;
                    };
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            422: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    answerApproval: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "answer": "agree"
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    answer: "agree" | "decline" | "other";
                };
            };
        };
        responses: {
            /** @description Успешно */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            422: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    cart: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Успешно */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        lines: components["schemas"]["CartLine"][];
                        total_sum_kop: number | null;
                    };
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            422: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    addToCart: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "offer_id": 1,
                 *       "qty": 2
                 *     }
                 */
                "application/json": {
                    offer_id: number;
                    qty: number;
                    consignee_id?: number;
                    client_ref?: string;
                };
            };
        };
        responses: {
            /** @description Успешно */
            201: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        line_id: number;
                        qty: number;
                        message: string | null;
                    };
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            422: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    addManyToCart: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "lines": [
                 *         {
                 *           "offer_id": 1,
                 *           "qty": 2
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    lines: {
                        offer_id: number;
                        qty: number;
                        consignee_id?: number;
                        client_ref?: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description Успешно */
            201: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        lines: {
                            qty: number | null;
                            message: string | null;
                            refusal: string | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            422: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    removeCartLine: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Успешно */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            422: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    changeCartLine: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "qty": 3
                 *     }
                 */
                "application/json": {
                    qty?: number;
                    client_ref?: string;
                    comment?: string;
                };
            };
        };
        responses: {
            /** @description Успешно */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        qty: number;
                        message: string | null;
                    };
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            422: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    shipments: {
        parameters: {
            query?: {
                /** @description next_cursor предыдущей страницы */
                cursor?: string;
                limit?: "50" | "100" | "150";
                from?: string;
                to?: string;
                state?: "shipped" | "received" | "cancelled";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Успешно */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: components["schemas"]["ShipmentItem"][];
                        /** @description null на последней странице */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            422: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    shipment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Успешно */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Shipment"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            422: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    shipmentUpd: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Успешно */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            422: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    shipmentXml: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Успешно */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            422: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    shipmentXlsx: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Успешно */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            422: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    documents: {
        parameters: {
            query?: {
                /** @description next_cursor предыдущей страницы */
                cursor?: string;
                limit?: "50" | "100" | "150";
                from?: string;
                to?: string;
                kind?: "invoice" | "shipment" | "claim" | "correction";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Успешно */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: components["schemas"]["Document"][];
                        /** @description null на последней странице */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            422: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    invoice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Успешно */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            422: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    invoicePdf: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Успешно */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            422: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    balance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Успешно */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: components["schemas"]["Balance"][];
                    };
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            422: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    movements: {
        parameters: {
            query: {
                /** @description next_cursor предыдущей страницы */
                cursor?: string;
                limit?: "50" | "100" | "150";
                from: string;
                to: string;
                contract_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Успешно */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: components["schemas"]["Movement"][];
                        /** @description null на последней странице */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            422: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    webhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Успешно */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: {
                            id: number;
                            name: string;
                            url: string;
                            events: ("order.created" | "order.line.changed" | "approval.requested" | "shipment.created" | "invoice.issued" | "payment.received" | "price_export.ready" | "claim.changed" | "product_alert.triggered")[];
                            consignee_id: number | null;
                            consignee: string;
                            /** @enum {string} */
                            pause: "" | "person" | "failures";
                            failing_since: string | null;
                            next_try_at: string | null;
                            waiting_count: number;
                            last_delivered_at: string | null;
                            previous_until: string | null;
                            made_by: string;
                            /** Format: date-time */
                            created_at: string;
                            version: number;
                        }[];
                    };
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            422: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Сайт магазина",
                 *       "url": "https://shop.example.ru/artikul",
                 *       "events": [
                 *         "order.line.changed"
                 *       ],
                 *       "consignee_id": null
                 *     }
                 */
                "application/json": {
                    name: string;
                    url: string;
                    events: ("order.created" | "order.line.changed" | "approval.requested" | "shipment.created" | "invoice.issued" | "payment.received" | "price_export.ready" | "claim.changed" | "product_alert.triggered")[];
                    consignee_id: number | null;
                };
            };
        };
        responses: {
            /** @description Успешно */
            201: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        secret: string;
                    };
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            422: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    removeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Успешно */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            422: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    changeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Сайт магазина",
                 *       "url": "https://shop.example.ru/artikul",
                 *       "events": [
                 *         "order.line.changed"
                 *       ],
                 *       "consignee_id": null,
                 *       "is_paused": false,
                 *       "version": 1
                 *     }
                 */
                "application/json": {
                    version: number;
                    name: string;
                    url: string;
                    events: ("order.created" | "order.line.changed" | "approval.requested" | "shipment.created" | "invoice.issued" | "payment.received" | "price_export.ready" | "claim.changed" | "product_alert.triggered")[];
                    consignee_id: number | null;
                    is_paused: boolean;
                };
            };
        };
        responses: {
            /** @description Успешно */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        version: number;
                    };
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            422: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    rotateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "overlap_hours": 24
                 *     }
                 */
                "application/json": {
                    /** @enum {number} */
                    overlap_hours: 0 | 1 | 24 | 168;
                };
            };
        };
        responses: {
            /** @description Успешно */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        secret: string;
                    };
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            422: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Успешно */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number | null;
                        error: string;
                        took_ms: number | null;
                        answer: string;
                    };
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            422: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    webhookMessages: {
        parameters: {
            query?: {
                /** @description next_cursor предыдущей страницы */
                cursor?: string;
                limit?: "50" | "100" | "150";
                state?: "waiting" | "delivered";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Успешно */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: {
                            id: number;
                            /** @enum {string} */
                            type: "order.created" | "order.line.changed" | "approval.requested" | "shipment.created" | "invoice.issued" | "payment.received" | "price_export.ready" | "claim.changed" | "product_alert.triggered";
                            label: string;
                            /** @enum {string} */
                            state: "waiting" | "delivered";
                            /** Format: date-time */
                            created_at: string;
                            attempts: number;
                            last_at: string | null;
                            status: number | null;
                            error: string;
                            took_ms: number | null;
                        }[];
                        /** @description null на последней странице */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            422: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    webhookMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Успешно */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        /** @enum {string} */
                        type: "order.created" | "order.line.changed" | "approval.requested" | "shipment.created" | "invoice.issued" | "payment.received" | "price_export.ready" | "claim.changed" | "product_alert.triggered";
                        label: string;
                        /** @enum {string} */
                        state: "waiting" | "delivered";
                        /** Format: date-time */
                        created_at: string;
                        attempts: number;
                        last_at: string | null;
                        status: number | null;
                        error: string;
                        took_ms: number | null;
                        body: string;
                        answer: string;
                    };
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            422: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    replayWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from": "2026-11-17",
                 *       "to": "2026-11-18"
                 *     }
                 */
                "application/json": {
                    message_id?: number;
                    /** Format: date */
                    from?: string;
                    /** Format: date */
                    to?: string;
                };
            };
        };
        responses: {
            /** @description Успешно */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        queued_count: number;
                    };
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            422: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    onOrderCreated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "order.created";
                    /** @constant */
                    version: 1;
                    /** Format: date-time */
                    timestamp: string;
                    data: {
                        order: components["schemas"]["Order"];
                    };
                };
            };
        };
        responses: {
            /** @description Принято; на другой ответ сообщение повторяется */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderLineChanged: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "order.line.changed";
                    /** @constant */
                    version: 1;
                    /** Format: date-time */
                    timestamp: string;
                    data: {
                        order: {
                            id: number;
                            number: string;
                            client_number: string;
                            /** @enum {string} */
                            status: "new" | "awaiting_payment" | "on_hold" | "needs_confirm" | "in_work" | "ready" | "partly_shipped" | "shipped" | "done" | "cancelled";
                        };
                        lines: components["schemas"]["ChangedLine"][];
                    };
                };
            };
        };
        responses: {
            /** @description Принято; на другой ответ сообщение повторяется */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onApprovalRequested: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "approval.requested";
                    /** @constant */
                    version: 1;
                    /** Format: date-time */
                    timestamp: string;
                    data: {
                        approvals: components["schemas"]["ChangeApproval"][];
                    };
                };
            };
        };
        responses: {
            /** @description Принято; на другой ответ сообщение повторяется */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onShipmentCreated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "shipment.created";
                    /** @constant */
                    version: 1;
                    /** Format: date-time */
                    timestamp: string;
                    data: {
                        shipment: components["schemas"]["Shipment"];
                    };
                };
            };
        };
        responses: {
            /** @description Принято; на другой ответ сообщение повторяется */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInvoiceIssued: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "invoice.issued";
                    /** @constant */
                    version: 1;
                    /** Format: date-time */
                    timestamp: string;
                    data: {
                        invoice: components["schemas"]["Invoice"];
                    };
                };
            };
        };
        responses: {
            /** @description Принято; на другой ответ сообщение повторяется */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentReceived: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "payment.received";
                    /** @constant */
                    version: 1;
                    /** Format: date-time */
                    timestamp: string;
                    data: {
                        payment: components["schemas"]["Payment"];
                    };
                };
            };
        };
        responses: {
            /** @description Принято; на другой ответ сообщение повторяется */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPriceExportReady: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "price_export.ready";
                    /** @constant */
                    version: 1;
                    /** Format: date-time */
                    timestamp: string;
                    data: {
                        price_export: components["schemas"]["PriceExport"];
                    };
                };
            };
        };
        responses: {
            /** @description Принято; на другой ответ сообщение повторяется */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onClaimChanged: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "claim.changed";
                    /** @constant */
                    version: 1;
                    /** Format: date-time */
                    timestamp: string;
                    data: {
                        claim: components["schemas"]["Claim"];
                    };
                };
            };
        };
        responses: {
            /** @description Принято; на другой ответ сообщение повторяется */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onProductAlertTriggered: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "product_alert.triggered";
                    /** @constant */
                    version: 1;
                    /** Format: date-time */
                    timestamp: string;
                    data: {
                        alerts: components["schemas"]["ProductAlert"][];
                    };
                };
            };
        };
        responses: {
            /** @description Принято; на другой ответ сообщение повторяется */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
