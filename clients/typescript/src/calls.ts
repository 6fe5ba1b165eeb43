/**
 * Магистраль
 * 0.6.0
 * DO NOT MODIFY - This file has been generated using oazapfts.
 * See https://www.npmjs.com/package/oazapfts
 */
import * as Oazapfts from "@oazapfts/runtime";
import * as QS from "@oazapfts/runtime/query";
export const defaults: Oazapfts.Defaults<Oazapfts.CustomHeaders> = {
    headers: {},
    baseUrl: "http://localhost:3000"
};
const oazapfts = Oazapfts.runtime(defaults);
export const servers = {
    "": "http://localhost:3000"
};
export type Driver = {
    id: number;
    name: string;
    surname: string;
    patronymic: string | null;
    initialName: string;
    initialPatronymic: string;
    phone: string | null;
};
export type Card = {
    id: number;
    card_number: string;
    /** rubles, at most two decimals */
    card_sum: number;
    /** fuel bought past what was on the card: the next money that comes to it pays for this first */
    shortfall: number;
    partner: {
        id: number;
        title: string;
    };
    partner_name: string;
    status: {
        id: number;
        title: string;
    };
    is_virtual: boolean;
    comment: string;
    drivers: Driver[];
    /** the truck that it is on now */
    vehicle: {
        id: number;
        plate: string;
        brand: string;
        group_title: string | null;
    } | null;
    /** what holds at its network */
    limit: {
        /** rubles or litres, by unit */
        unit_count: number;
        unit: {
            id: "sum" | "amount";
            title: string;
        };
        period: {
            id: "P1D" | "P1W" | "P1M" | "P3M";
            title: string;
        };
        /** used within the current period, in Moscow */
        spent: number;
        left: number;
        /** the layer of rules that it comes from */
        source: "card" | "group" | "profile" | "none";
    } | null;
    /** what its network can count a limit in; empty where none can be set */
    limit_periods: ("P1D" | "P1W" | "P1M" | "P3M")[];
    /** what the card’s network can’t do, each with its sentence */
    network_cannot?: {
        limit?: string;
        goods?: string;
        block?: string;
    };
    goodsGroups: {
        "type": number;
        value: string;
    }[];
    goods: {
        cg_id: number;
        title: string;
        /** 1 enabled */
        status_id: number;
        treeItem: {
            id: number;
        };
    }[];
    /** the layer of rules that the goods come from; none: nothing narrows them */
    goods_source: "card" | "group" | "profile" | "none";
    /** the group that it was put into itself */
    group_id: number | null;
    /** the group that it was put into, else that of its truck */
    group: {
        id: number;
        title: string;
    } | null;
    inProgressOperations: {
        id: number;
        "type": {
            id: number;
            title: string;
        };
        type_id: number;
        /** rubles, at most two decimals */
        sum: number;
    }[];
    /** the last choice of goods and of a limit, unless the network has accepted it */
    choices: {
        id: number;
        kind: "goods" | "limit";
        state: "waiting" | "refused";
        /** why the network has refused */
        reason: string | null;
    }[];
    /** ids of the last operations */
    operations: {
        id: number;
    }[];
    /** why the card is kept blocked; its owner can’t unblock it meanwhile */
    hold: {
        kind: "staff" | "company" | "rules" | "signal";
        reason: string;
        since: string;
    } | null;
    /** card unit price shown in a card item */
    price: number;
};
export type ListCardsReply = {
    code: 200;
    message?: string;
    data: Card[];
};
export type Failure = {
    code: number;
    message?: string;
    error_messages?: {
        [key: string]: string[];
    };
    /** `factor`: the session lacks its second factor, `data.factor` says what is asked; `code`: the call wants a fresh code, as `sms`; `company`: the caller has no role in the company that `X-Company-Id` names */
    reason?: string;
    /** what the refusal is about, where a program is to read it: `open` of a month */
    data?: {
        [key: string]: any;
    };
    /** of the sign-in */
    errors?: {
        message: string;
    };
    /** of the calls about colleagues */
    error_message?: string;
    /** of a fault of the server: under it the log has the rest */
    request_id?: string;
};
export type ReadCardReply = {
    code: 200;
    message?: string;
    data: Card;
};
export type SetCardLimitRequest = {
    unit_count: string | number;
    unit_type: "sum" | "amount";
    period: "P1D" | "P1W" | "P1M" | "P3M";
    goodsGroups: (number | {
        "type": number;
    })[];
};
export type SetCardLimitReply = {
    code: 200;
    message?: string;
    data: Card;
};
export type ListDriversReply = {
    code: 200;
    message?: string;
    data: Driver[];
};
export type ListDeclinesReply = {
    code: 200;
    message?: string;
    data: {
        id: number;
        at: string;
        card_id: number;
        card_number: string;
        partner_id: number;
        code: "rule" | "blocked" | "not-set-up" | "goods" | "limit" | "money" | "other";
        title: string;
        reason: string;
        advice: string;
        station: string | null;
        /** of the station, where its clock is not Moscow’s; by the region in its address */
        time_zone: string | null;
        goods: string | null;
        litres: number;
        /** rubles, at most two decimals */
        sum: number;
        /** what was proposed or asked for after it, and what came of it */
        exception: {
            id: number;
            state: "proposed" | "asked" | "approved" | "declined" | "used" | "lapsed";
            until: string | null;
        } | null;
    }[];
    meta?: {
        pagination: {
            total_pages: number;
            current_page: number;
            total: number;
        };
    };
};
export type Vehicle = {
    id: number;
    /** Russian: Cyrillic capitals and digits. Foreign: Latin ones, Belarusian with a hyphen (AB1234-7) */
    plate: string;
    brand: string;
    fuel: "diesel" | "petrol" | "gas";
    tank_litres: number | null;
    norm_litres_100km: number | null;
    winter: {
        norm_litres_100km: number;
        "from": string;
        until: string;
    } | null;
    group_id: number | null;
    group_title: string | null;
    card_ids: number[];
    /** the newest reading */
    odometer_km: number | null;
};
export type ListVehiclesReply = {
    code: 200;
    message?: string;
    data: Vehicle[];
};
export type VehicleMonth = {
    month: string;
    /** of the fuel that the truck takes, purchases less refunds */
    litres: number;
    /** of the same, as the company is charged */
    sum: number;
    /** of everything else that was bought: AdBlue, washing, another fuel */
    other_litres: number;
    /** of the same, as the company is charged */
    other_sum: number;
    /** by the odometer between readings; null where no two hold any of it */
    km: number | null;
    /** the fuel filled between readings over the kilometres between them; null where none was filled */
    litres_100km: number | null;
    /** of the fuel alone */
    rubles_km: number | null;
    /** tolls of the month, from loaded reports */
    toll_sum: number;
    /** rubles per kilometre of fuel and of the tolls between the same readings */
    cost_km: number | null;
    norm_litres_100km: number | null;
    /** the same fuel in the published documents of the month (УПД); null while there are none */
    documented_litres: number | null;
    /** by `km` and the norm; null where one of the two is not known */
    burnt_litres: number | null;
    /** what was sold more than documents or norm name (negative: less), each with its reason */
    differences: {
        reason: "documents-pending" | "other-month" | "mileage-partial" | "tank" | "over-norm" | "under-norm";
        litres: number;
    }[];
};
export type ReadVehicleReply = {
    code: 200;
    message?: string;
    data: {
        id: number;
        /** Russian: Cyrillic capitals and digits. Foreign: Latin ones, Belarusian with a hyphen (AB1234-7) */
        plate: string;
        brand: string;
        fuel: "diesel" | "petrol" | "gas";
        tank_litres: number | null;
        norm_litres_100km: number | null;
        winter: {
            norm_litres_100km: number;
            "from": string;
            until: string;
        } | null;
        group_id: number | null;
        group_title: string | null;
        card_ids: number[];
        /** the newest reading */
        odometer_km: number | null;
        removed: boolean;
        cards: {
            card_id: number;
            card_number: string;
            comment: string;
            /** null: the first one, for all that the card ever bought */
            since: string | null;
            until: string | null;
        }[];
        /** newest first */
        odometer: {
            id: number;
            at: string;
            km: number;
            /** a later reading has proved it wrong; it counts nowhere */
            set_aside: boolean;
        }[];
        /** of the last 13, newest first */
        months: VehicleMonth[];
    };
};
export type ListFleetLitresReply = {
    code: 200;
    message?: string;
    data: {
        month: string;
        /** of the fuel that the truck takes, purchases less refunds */
        litres: number;
        /** the same fuel in the published documents of the month (УПД); null while there are none */
        documented_litres: number | null;
        /** by `km` and the norm; null where one of the two is not known */
        burnt_litres: number | null;
        /** by the odometer between readings; null where no two hold any of it */
        km: number | null;
        norm_litres_100km: number | null;
        /** what was sold more than documents or norm name (negative: less), each with its reason */
        differences: {
            reason: "documents-pending" | "other-month" | "mileage-partial" | "tank" | "over-norm" | "under-norm";
            litres: number;
        }[];
        vehicle_id: number;
        plate: string;
        brand: string;
        group_title: string | null;
        /** the truck is no longer in the fleet */
        removed: boolean;
    }[];
    meta?: {
        "from": string;
        to: string;
        /** how many rows there are; 1000 at most are answered */
        rows: number;
        totals: {
            litres: number;
            /** of rows that have documents; null: none has */
            documented_litres: number | null;
            /** of rows that have mileage and norm; null: none has */
            burnt_litres: number | null;
            km: number | null;
            /** sold less documented, of rows that have both */
            over_documents: number | null;
            /** sold less burnt, of rows that have both */
            over_norm: number | null;
        };
    };
};
export type Invoice = {
    id: number;
    "number": string;
    date: {
        date: string;
    };
    payment_due_date: {
        date: string;
    };
    status: string;
    status_id: "waiting" | "partly" | "paid" | "overpaid" | "cancelled";
    /** rubles, at most two decimals */
    sum: number;
    /** rubles, at most two decimals */
    paid_sum: number;
};
export type ListInvoicesReply = {
    code: 200;
    message?: string;
    data: Invoice[];
    meta?: {
        pagination: {
            total_pages: number;
            current_page: number;
            total: number;
        };
        /** all invoices that can still be paid in time, on whatever page */
        to_pay: {
            count: number;
            /** what is still to be paid on them */
            sum: number;
            /** the earliest last day, YYYY-MM-DD; null: none */
            due: string | null;
        };
    };
};
export type ReadInvoicePaymentReply = {
    code: 200;
    message?: string;
    data: {
        payee: {
            name: string;
            inn: string;
            kpp: string | null;
            account: string;
            bank: string;
            bik: string;
            corr_account: string;
        };
        /** rubles, at most two decimals */
        sum: number;
        purpose: string;
        /** read by the app of a bank */
        qr: {
            /** ST00012, by ГОСТ Р 56042-2014 */
            text: string;
            /** squares in a side, without the quiet zone */
            size: number;
            /** the dark squares as an SVG path */
            path: string;
        };
    };
};
export type Operation = {
    id: number;
    /** of a purchase and a refund as its network has it, else the id */
    "number": string;
    card: {
        id: number;
        card_number: string;
        comment: string;
    };
    partner: {
        id: number;
        title: string;
    };
    /** who was attached to the card at its time */
    drivers: string[];
    /** the truck that the card was on at its time */
    vehicle: {
        id: number;
        plate: string;
        brand: string;
    } | null;
    /** that a purchase or a refund is charged to, with the cost centre of its moment; `title` null: the group is removed */
    group: {
        id: number;
        title: string | null;
        cost_centre: string;
    } | null;
    /** that a purchase is booked to, its own or that of its group; of a refund that of its purchase; empty: none */
    cost_centre: string;
    /** the trip that a purchase was for; empty: none */
    trip_number: string;
    "type": {
        id: number;
        title: string;
    };
    purchase: {
        goodsItem: {
            /** of the goods of its network; null: its network names none */
            id: number | null;
            title: string;
        };
        /** litres, or pieces where `unit` says so */
        unit_cnt: number;
        /** `pieces`: a washing or a toll road, which no sum of litres counts */
        unit: "litres" | "pieces";
        /** rubles per litre or piece */
        unit_price: number;
        address: string;
        /** of the station in the list of stations that has this address, until a new list is loaded; null: none or several */
        station_id: number | null;
        /** of the station, where its clock is not Moscow’s; by the region in its address */
        time_zone: string | null;
        created_at: string;
        /** of the station `station_id`; only in the answer to `operationId` */
        place?: {
            lat: number;
            lon: number;
        } | null;
    } | null;
    /** In JSON sums, VAT and litres are positive and the type gives the sign; in CSV and XLSX what is spent is negative, so are the litres of a refund, and what failed has empty cells. Of fuel: at the price of the station, without a tariff */
    sum: number;
    /** contained in the sum of fuel, at the rate of its day, of a refund at that of its purchase; else null */
    vat: number | null;
    /** of fuel that a tariff is about, in the direction of the operation */
    price?: {
        /** rubles, at most two decimals */
        discount: number;
        /** rubles, at most two decimals */
        surcharge: number;
        /** rubles, at most two decimals */
        fee: number;
        /** sum less discount, with surcharge and fee: what the client is charged */
        charged: number;
        /** contained in what is charged */
        vat: number;
    };
    created_at: string;
    status: {
        id: number;
        title: string;
    };
    /** why a failed operation failed, or why the programme blocked a card */
    reason: string | null;
    /** how much of a top-up has paid for fuel that the card had bought before */
    repaid?: number;
    /** the watched rules that a purchase broke, each in a sentence; only in the answer to `operationId` */
    breaches?: {
        kind: "litres_day" | "sum_day" | "litres_week" | "sum_week" | "litres_month" | "sum_month" | "litres_quarter" | "sum_quarter" | "litres_once" | "sum_once" | "fillings_day" | "litres_filling" | "hours" | "goods" | "networks" | "regions" | "stations" | "price" | "on_request" | "together_litres_day" | "together_sum_day" | "together_litres_week" | "together_sum_week" | "together_litres_month" | "together_sum_month";
        sentence: string;
    }[];
};
export type ListOperationsReply = {
    code: 200;
    message?: string;
    data: Operation[];
    meta?: {
        pagination: {
            total_pages: number;
            current_page: number;
            total: number;
        };
        filters: {
            types: {
                id: number;
                label: string;
            }[];
            statuses: {
                id: number;
                label: string;
            }[];
        };
        /** spent on fuel by everything that the filter finds: done purchases less done refunds, as the company is charged, positive = spent */
        totals: {
            /** rubles, at most two decimals */
            sum: number;
            litres: number;
        };
    };
};
export type OperationsSummaryRow = {
    /** by month YYYY-MM, by card and network its id, by driver the ids of the people on the card (empty: nobody), by vehicle its id (empty: none), by group of trucks its id (empty: none), by goods and station the title; null: all rows past the limit together */
    key: string | null;
    title: string;
    /** done purchases and refunds */
    count: number;
    /** purchases less refunds as the company is charged, positive = spent */
    sum: number;
    litres: number;
    /** rubles per litre: sum by litres; null where nothing was left of either */
    average_price: number | null;
    /** cards that fuelled; null where rows are added up */
    cards: number | null;
    litres_per_card: number | null;
    /** by vehicle and group without other filters: run by the odometers between readings; else null */
    km: number | null;
    /** as the page of the truck has it */
    litres_100km: number | null;
    /** of the fuel alone */
    rubles_km: number | null;
    /** rubles per kilometre of fuel and tolls */
    cost_km: number | null;
    /** of the period compared; null where there is none */
    previous_sum: number | null;
    /** `sum` less `previous_sum` */
    difference: number | null;
    /** per cent of the whole sum; null where it has no sense */
    share: number | null;
    /** by card, driver and station: rubles a litre above what the company paid for the same goods in the same network; else null */
    price_over_network: number | null;
    /** what of the sum went to each network; they add up to it */
    networks: {
        partner_id: number;
        /** rubles, at most two decimals */
        sum: number;
    }[];
    /** the running month, not over yet */
    unfinished: boolean;
};
export type SummarizeOperationsReply = {
    code: 200;
    message?: string;
    data: OperationsSummaryRow[];
    meta?: {
        totals: {
            /** done purchases and refunds */
            count: number;
            /** purchases less refunds as the company is charged, positive = spent */
            sum: number;
            litres: number;
            /** rubles per litre: sum by litres; null where nothing was left of either */
            average_price: number | null;
            /** cards that fuelled; null where rows are added up */
            cards: number | null;
            litres_per_card: number | null;
            /** by vehicle and group without other filters: run by the odometers between readings; else null */
            km: number | null;
            /** as the page of the truck has it */
            litres_100km: number | null;
            /** of the fuel alone */
            rubles_km: number | null;
            /** rubles per kilometre of fuel and tolls */
            cost_km: number | null;
            /** of the period compared; null where there is none */
            previous_sum: number | null;
            /** `sum` less `previous_sum` */
            difference: number | null;
        };
        /** how many rows there are, those past the limit counted one by one */
        rows: number;
        /** the period is not over yet */
        unfinished: boolean;
        /** the days that `previous_sum` of the totals is of; null for a period that has no beginning */
        compared: {
            "from": string;
            to: string;
        } | null;
    };
};
export type ReadMonthReply = {
    code: 200;
    message?: string;
    data: {
        key: "papers" | "confirmations" | "objections" | "disputes" | "payments" | "receipts" | "mileage" | "waybills";
        title: string;
        done: boolean;
        /** page of the cabinet */
        href: string;
    }[];
};
export type DisputedOperation = {
    id: number;
    card_number: string;
    date: string;
    /** rubles, at most two decimals */
    sum: number;
};
export type AnswerRow = {
    /** the document or goods that it is about */
    title: string;
    /** by the client’s books; null: it names none */
    debit: number | null;
    credit: number | null;
    difference: number | null;
    note: string | null;
};
export type MonthlyDocument = {
    id: number;
    url: string;
    title: string;
    /** 0 «Все сети»: it concerns all of them, as an act of reconciliation does */
    partner_id: number;
    partner_title: string;
    /** null: published by hand */
    kind: ("register" | "upd" | "cards" | "reconciliation" | "advance-invoice") | null;
    /** as printed, VAT included; null where it is not about a sum */
    sum: number | null;
    /** null where it has no VAT of its own: it is a УПД’s alone */
    vat: number | null;
    published: string;
    /** when it was confirmed by SMS */
    received: string | null;
    objection: {
        comment: string;
        created_at: string;
        /** the purchases and refunds that it is about, newest first */
        operations: DisputedOperation[];
        /** of the file that it was made of; empty: it was written by hand */
        rows: AnswerRow[];
        /** of the programme’s staff; null while they have not answered */
        answer: {
            text: string;
            created_at: string;
        } | null;
    } | null;
    /** last day of objections, YYYY-MM-DD; null where none was set */
    object_until: string | null;
    /** address of the signature sheet; null while nobody has confirmed or objected */
    signature: string | null;
    /** the document that this one corrects */
    replaces: number | null;
    /** its correction, which is valid instead of it; null: it is valid itself */
    replaced_by: number | null;
    /** why this correction was published */
    replace_reason: string | null;
    /** it is not valid, and its file can’t be downloaded any more */
    withdrawn: {
        at: string;
        reason: string;
    } | null;
    /** address of the register’s lines, CSV; null: it is no register of a closed month */
    register: string | null;
    /** address of the document in the State’s form; null: the State has none for it */
    xml: string | null;
    /** a large PDF is being made; its download answers 409 until it is there */
    making: {
        /** those that are made */
        pages: number;
        /** null while they are counted */
        all_pages: number | null;
    } | null;
    /** how far it has come through the operator of electronic documents; null: it did not go there */
    edm: {
        state: "queued" | "sent" | "delivered" | "signed" | "disagreed" | "refused" | "cancelling" | "cancelled" | "failed";
        reason: string | null;
        changed_at: string;
        /** why the programme proposes to annul it; the proposal waits to be signed at the operator until `cancelling` */
        annulment: string | null;
        /** it goes to a box of another operator; `delayed`: for more than a day */
        roaming: {
            operator: string;
            delayed: boolean;
        } | null;
    } | null;
};
export type ListDocumentsReply = {
    code: 200;
    message?: string;
    data: {
        [key: string]: MonthlyDocument[];
    };
    meta?: {
        /** the month of the first document there can be: of the contract, or before it */
        since: string;
    };
};
export type EventType = "operation.created" | "operation.changed" | "card.changed" | "balance.changed" | "month.complete" | "document.published" | "request.changed" | "decline.created" | "exception.changed";
export type ChangeEvent = {
    /** of the event; the order is that of the list, not of the ids */
    id: number;
    "type": EventType;
    at: string;
    /** the thing’s `id` and what programs decide by, as they were then; sums in rubles. Of an operation also `request_key`: the Idempotency-Key of the program that asked for it, or null */
    data: {
        [key: string]: any;
    };
};
export type ListEventsReply = {
    code: 200;
    message?: string;
    data: ChangeEvent[];
    meta?: {
        /** where to go on, also when nothing came */
        next: string;
        more: boolean;
    };
};
export type AnswerQuestionReply = {
    code: 200;
    message?: string;
    data: {
        /** what was asked for */
        measure: "litres" | "sum" | "count" | "price";
        /** what the rows are */
        by: "month" | "network" | "card" | "driver" | "vehicle" | "group" | "goods" | "station";
        "from": string;
        to: string;
        /** what it is about, as understood: «Лукойл», «ДТ» */
        about: string[];
        /** words that were not understood */
        "unknown": string[];
        /** filters of the report that says the same; null where it has no such filter */
        report: {
            partnerId?: number;
            cardId?: number;
            driverId?: number;
            vehicleId?: number;
            goods?: string;
        } | null;
        /** null where a word was not understood */
        totals: {
            /** done purchases and refunds */
            count: number;
            /** purchases less refunds as the company is charged */
            sum: number;
            litres: number;
            /** rubles per litre */
            average_price: number | null;
        } | null;
        rows: {
            key: string;
            title: string;
            /** done purchases and refunds */
            count: number;
            /** purchases less refunds as the company is charged */
            sum: number;
            litres: number;
            /** rubles per litre */
            average_price: number | null;
        }[];
        /** rows that are not listed */
        more: number;
    } | null;
};
export type PayoutByKeyRequest = {
    sum: string | number;
};
export type PayoutByKeyReply = {
    code: 200;
    message?: string;
    data: {
        id: number;
        card_number: string;
        /** rubles, at most two decimals */
        card_sum: number;
        /** fuel bought past what was on the card: the next money that comes to it pays for this first */
        shortfall: number;
        partner: {
            id: number;
            title: string;
        };
        partner_name: string;
        status: {
            id: number;
            title: string;
        };
        is_virtual: boolean;
        comment: string;
        drivers: Driver[];
        /** the truck that it is on now */
        vehicle: {
            id: number;
            plate: string;
            brand: string;
            group_title: string | null;
        } | null;
        /** what holds at its network */
        limit: {
            /** rubles or litres, by unit */
            unit_count: number;
            unit: {
                id: "sum" | "amount";
                title: string;
            };
            period: {
                id: "P1D" | "P1W" | "P1M" | "P3M";
                title: string;
            };
            /** used within the current period, in Moscow */
            spent: number;
            left: number;
            /** the layer of rules that it comes from */
            source: "card" | "group" | "profile" | "none";
        } | null;
        /** what its network can count a limit in; empty where none can be set */
        limit_periods: ("P1D" | "P1W" | "P1M" | "P3M")[];
        /** what the card’s network can’t do, each with its sentence */
        network_cannot?: {
            limit?: string;
            goods?: string;
            block?: string;
        };
        goodsGroups: {
            "type": number;
            value: string;
        }[];
        goods: {
            cg_id: number;
            title: string;
            /** 1 enabled */
            status_id: number;
            treeItem: {
                id: number;
            };
        }[];
        /** the layer of rules that the goods come from; none: nothing narrows them */
        goods_source: "card" | "group" | "profile" | "none";
        /** the group that it was put into itself */
        group_id: number | null;
        /** the group that it was put into, else that of its truck */
        group: {
            id: number;
            title: string;
        } | null;
        inProgressOperations: {
            id: number;
            "type": {
                id: number;
                title: string;
            };
            type_id: number;
            /** rubles, at most two decimals */
            sum: number;
        }[];
        /** the last choice of goods and of a limit, unless the network has accepted it */
        choices: {
            id: number;
            kind: "goods" | "limit";
            state: "waiting" | "refused";
            /** why the network has refused */
            reason: string | null;
        }[];
        /** ids of the last operations */
        operations: {
            id: number;
        }[];
        /** why the card is kept blocked; its owner can’t unblock it meanwhile */
        hold: {
            kind: "staff" | "company" | "rules" | "signal";
            reason: string;
            since: string;
        } | null;
        /** card unit price shown in a card item */
        price: number;
        /** of this very movement, as in the lists and the events */
        operation_id: number;
    };
};
export type ClientBalances = {
    uses_edo: boolean;
    accounts: {
        id: number;
        partner_id: number;
        name: string;
        /** rubles, at most two decimals */
        sum: number;
    }[];
    /** what can be moved now: own unallocated funds plus unused credit */
    notDistSum: number;
    /** what of all balances is the company’s own */
    ownFunds: number;
    /** rubles, at most two decimals */
    creditSum: number;
    /** rubles, at most two decimals */
    creditAvailable: number;
    /** on hold for fuel that networks may sell now; part of the cards’ money, absent when none */
    held?: number;
};
export type ReadBalancesReply = {
    code: 200;
    message?: string;
    data: ClientBalances;
};
export type SetBlockByKeyRequest = {
    blocked: boolean | number | string;
};
export type SetBlockByKeyReply = {
    code: 200;
    message?: string;
    data: Card;
};
export type TransferByKeyRequest = {
    sum: string | number;
};
export type TransferByKeyReply = {
    code: 200;
    message?: string;
    data: {
        id: number;
        card_number: string;
        /** rubles, at most two decimals */
        card_sum: number;
        /** fuel bought past what was on the card: the next money that comes to it pays for this first */
        shortfall: number;
        partner: {
            id: number;
            title: string;
        };
        partner_name: string;
        status: {
            id: number;
            title: string;
        };
        is_virtual: boolean;
        comment: string;
        drivers: Driver[];
        /** the truck that it is on now */
        vehicle: {
            id: number;
            plate: string;
            brand: string;
            group_title: string | null;
        } | null;
        /** what holds at its network */
        limit: {
            /** rubles or litres, by unit */
            unit_count: number;
            unit: {
                id: "sum" | "amount";
                title: string;
            };
            period: {
                id: "P1D" | "P1W" | "P1M" | "P3M";
                title: string;
            };
            /** used within the current period, in Moscow */
            spent: number;
            left: number;
            /** the layer of rules that it comes from */
            source: "card" | "group" | "profile" | "none";
        } | null;
        /** what its network can count a limit in; empty where none can be set */
        limit_periods: ("P1D" | "P1W" | "P1M" | "P3M")[];
        /** what the card’s network can’t do, each with its sentence */
        network_cannot?: {
            limit?: string;
            goods?: string;
            block?: string;
        };
        goodsGroups: {
            "type": number;
            value: string;
        }[];
        goods: {
            cg_id: number;
            title: string;
            /** 1 enabled */
            status_id: number;
            treeItem: {
                id: number;
            };
        }[];
        /** the layer of rules that the goods come from; none: nothing narrows them */
        goods_source: "card" | "group" | "profile" | "none";
        /** the group that it was put into itself */
        group_id: number | null;
        /** the group that it was put into, else that of its truck */
        group: {
            id: number;
            title: string;
        } | null;
        inProgressOperations: {
            id: number;
            "type": {
                id: number;
                title: string;
            };
            type_id: number;
            /** rubles, at most two decimals */
            sum: number;
        }[];
        /** the last choice of goods and of a limit, unless the network has accepted it */
        choices: {
            id: number;
            kind: "goods" | "limit";
            state: "waiting" | "refused";
            /** why the network has refused */
            reason: string | null;
        }[];
        /** ids of the last operations */
        operations: {
            id: number;
        }[];
        /** why the card is kept blocked; its owner can’t unblock it meanwhile */
        hold: {
            kind: "staff" | "company" | "rules" | "signal";
            reason: string;
            since: string;
        } | null;
        /** card unit price shown in a card item */
        price: number;
        /** of this very movement, as in the lists and the events */
        operation_id: number;
    };
};
export type AdvanceTestClockRequest = {
    to: string;
};
export type AdvanceTestClockReply = {
    code: 200;
    message?: string;
    data: {
        now: string;
    };
};
export type CreateTestWebhookRequest = {
    url: string;
    types: EventType[];
};
export type CreateTestWebhookReply = {
    code: 200;
    message?: string;
    data: {
        id: number;
        secret: string;
    };
};
export type MakeTestDeclineRequest = {
    card_id: number;
    /** 301 ДТ, 302 ДТ зимнее, 303 ДТ Премиум, 401 АИ-92, 402 АИ-95, 403 АИ-98, 501 СУГ, 502 КПГ */
    goods_id: number;
    /** at most two decimals */
    litres: string | number;
    /** rubles a litre */
    unit_price: string | number;
    /** where, as a sale writes it */
    station: string;
    code: "rule" | "blocked" | "not-set-up" | "goods" | "limit" | "money" | "other";
    reason: string;
};
export type MakeTestDeclineReply = {
    code: 200;
    message?: string;
    data: {
        at: string;
    };
};
export type MakeTestPurchaseRequest = {
    card_id: number;
    /** 301 ДТ, 302 ДТ зимнее, 303 ДТ Премиум, 401 АИ-92, 402 АИ-95, 403 АИ-98, 501 СУГ, 502 КПГ */
    goods_id: number;
    /** at most two decimals */
    litres: string | number;
    /** rubles a litre */
    unit_price: string | number;
    /** where, as a sale writes it */
    station: string;
    /** the same again is the same purchase */
    external_id?: string;
    /** the pump asks nobody: a rule that it breaks is told afterwards, as a breach */
    offline?: boolean | number | string;
};
export type MakeTestPurchaseReply = {
    code: 200;
    message?: string;
    data: {
        sold: boolean;
        external_id: string;
        at: string;
        /** rubles, at most two decimals */
        sum: number;
        declined: {
            code: "rule" | "blocked" | "not-set-up" | "goods" | "limit" | "money" | "other";
            reason: string;
        } | null;
    };
};
export type PayTestInvoiceRequest = {
    sum: string | number;
};
export type PayTestInvoiceReply = {
    code: 200;
    message?: string;
    data: {
        invoice_id: number;
        "number": string;
        /** rubles, at most two decimals */
        sum: number;
        /** rubles, at most two decimals */
        unallocated: number;
    };
};
export type SandboxCard = {
    id: number;
    card_number: string;
    status_id: number;
    /** rubles, at most two decimals */
    card_sum: number;
};
export type SandboxState = {
    title: string;
    made_at: string;
    /** what the sandbox’s clock says */
    now: string;
    /** its network accepts commands and does not answer */
    silent: boolean;
    /** rubles, at most two decimals */
    unallocated: number;
    cards: SandboxCard[];
};
export type ReadSandboxStateReply = {
    code: 200;
    message?: string;
    data: SandboxState;
};
export type RemoveTestWebhookReply = {
    code: 200;
    message?: string;
    data: {
        id: number;
    };
};
export type SilenceTestNetworkRequest = {
    silent: boolean | number | string;
};
export type SilenceTestNetworkReply = {
    code: 200;
    message?: string;
    data: {
        silent: boolean;
    };
};
export type CloseTestMonthRequest = {
    month: string;
};
export type CloseTestMonthReply = {
    code: 200;
    message?: string;
    data: {
        month: string;
        documents: {
            id: number;
            title: string;
            sum: number | null;
        }[];
    };
};
export type OrderTestCardsRequest = {
    count: number;
};
export type OrderTestCardsReply = {
    code: 200;
    message?: string;
    data: {
        id: number;
        status_id: number;
        /** those that were issued, empty as real ones are */
        cards: SandboxCard[];
    };
};
export type ReadTestRulesReply = {
    code: 200;
    message?: string;
    data: {
        rules: ({
            kind: "litres_day" | "sum_day" | "litres_week" | "sum_week" | "litres_month" | "sum_month" | "litres_quarter" | "sum_quarter" | "litres_once" | "sum_once";
            value: number | null;
        } | {
            /** the scope `together`: what all cards of a group may buy; only a rule of a group */
            kind: "together_litres_day" | "together_sum_day" | "together_litres_week" | "together_sum_week" | "together_litres_month" | "together_sum_month";
            value: number | null;
        } | {
            kind: "fillings_day";
            value: number | null;
        } | {
            kind: "litres_filling";
            value: ("tank" | number) | null;
        } | {
            kind: "hours";
            value: {
                days: number[];
                "from": string;
                to: string;
            } | null;
        } | {
            kind: "goods";
            value: number[] | null;
        } | {
            kind: "networks";
            value: number[] | null;
        } | {
            kind: "regions";
            value: string[] | null;
        } | {
            kind: "stations";
            value: string[] | null;
        } | {
            kind: "price";
            value: number | null;
        } | {
            kind: "on_request";
            value: number | null;
        })[];
        /** what holds, in one sentence */
        sentence: string;
        /** the last purchases that a watched rule would have refused */
        breaches: {
            operation_id: number;
            at: string;
            kind: "litres_day" | "sum_day" | "litres_week" | "sum_week" | "litres_month" | "sum_month" | "litres_quarter" | "sum_quarter" | "litres_once" | "sum_once" | "fillings_day" | "litres_filling" | "hours" | "goods" | "networks" | "regions" | "stations" | "price" | "on_request" | "together_litres_day" | "together_sum_day" | "together_litres_week" | "together_sum_week" | "together_litres_month" | "together_sum_month";
            sentence: string;
        }[];
    };
};
export type SetTestRulesRequest = {
    rules: ({
        kind: "litres_day" | "sum_day" | "litres_week" | "sum_week" | "litres_month" | "sum_month" | "litres_quarter" | "sum_quarter" | "litres_once" | "sum_once";
        value: number | null;
    } | {
        /** the scope `together`: what all cards of a group may buy; only a rule of a group */
        kind: "together_litres_day" | "together_sum_day" | "together_litres_week" | "together_sum_week" | "together_litres_month" | "together_sum_month";
        value: number | null;
    } | {
        kind: "fillings_day";
        value: number | null;
    } | {
        kind: "litres_filling";
        value: ("tank" | number) | null;
    } | {
        kind: "hours";
        value: {
            days?: number[];
            "from": string;
            to: string;
        } | null;
    } | {
        kind: "goods";
        value?: number[] | null;
    } | {
        kind: "networks";
        value?: number[] | null;
    } | {
        kind: "regions";
        value?: string[] | null;
    } | {
        kind: "stations";
        value?: string[] | null;
    } | {
        kind: "price";
        value: number | null;
    } | {
        kind: "on_request";
        value: number | null;
    })[];
};
export type SetTestRulesReply = {
    code: 200;
    message?: string;
    data: {
        rules: ({
            kind: "litres_day" | "sum_day" | "litres_week" | "sum_week" | "litres_month" | "sum_month" | "litres_quarter" | "sum_quarter" | "litres_once" | "sum_once";
            value: number | null;
        } | {
            /** the scope `together`: what all cards of a group may buy; only a rule of a group */
            kind: "together_litres_day" | "together_sum_day" | "together_litres_week" | "together_sum_week" | "together_litres_month" | "together_sum_month";
            value: number | null;
        } | {
            kind: "fillings_day";
            value: number | null;
        } | {
            kind: "litres_filling";
            value: ("tank" | number) | null;
        } | {
            kind: "hours";
            value: {
                days: number[];
                "from": string;
                to: string;
            } | null;
        } | {
            kind: "goods";
            value: number[] | null;
        } | {
            kind: "networks";
            value: number[] | null;
        } | {
            kind: "regions";
            value: string[] | null;
        } | {
            kind: "stations";
            value: string[] | null;
        } | {
            kind: "price";
            value: number | null;
        } | {
            kind: "on_request";
            value: number | null;
        })[];
        /** what holds, in one sentence */
        sentence: string;
        /** the last purchases that a watched rule would have refused */
        breaches: {
            operation_id: number;
            at: string;
            kind: "litres_day" | "sum_day" | "litres_week" | "sum_week" | "litres_month" | "sum_month" | "litres_quarter" | "sum_quarter" | "litres_once" | "sum_once" | "fillings_day" | "litres_filling" | "hours" | "goods" | "networks" | "regions" | "stations" | "price" | "on_request" | "together_litres_day" | "together_sum_day" | "together_litres_week" | "together_sum_week" | "together_litres_month" | "together_sum_month";
            sentence: string;
        }[];
    };
};
/**
 * The company’s cards
 */
export function listCards({ partnerId, statusId, driverId, vehicleId, groupId, empty, search }: {
    partnerId?: number;
    statusId?: number;
    driverId?: number;
    vehicleId?: number;
    groupId?: number;
    empty?: boolean | number | string;
    search?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListCardsReply;
    } | {
        status: 401;
        data: Failure;
    } | {
        status: 403;
        data: Failure;
    } | {
        status: 429;
        data: Failure;
    } | {
        status: number;
        data: Failure;
    }>(`/api/v1/cards${QS.query(QS.explode({
        partner_id: partnerId,
        status_id: statusId,
        driver_id: driverId,
        vehicle_id: vehicleId,
        group_id: groupId,
        empty,
        search
    }))}`, {
        ...opts
    }));
}
/**
 * One card
 */
export function readCard(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ReadCardReply;
    } | {
        status: 401;
        data: Failure;
    } | {
        status: 403;
        data: Failure;
    } | {
        status: 429;
        data: Failure;
    } | {
        status: number;
        data: Failure;
    }>(`/api/v1/cards/${encodeURIComponent(id)}`, {
        ...opts
    }));
}
/**
 * Spending limit, the card’s own rule; partner 2 only
 */
export function setCardLimit(id: number, setCardLimitRequest: SetCardLimitRequest, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: SetCardLimitReply;
    } | {
        status: 401;
        data: Failure;
    } | {
        status: 403;
        data: Failure;
    } | {
        status: 429;
        data: Failure;
    } | {
        status: number;
        data: Failure;
    }>(`/api/v1/cards/${encodeURIComponent(id)}/limit`, oazapfts.json({
        ...opts,
        method: "POST",
        body: setCardLimitRequest
    })));
}
/**
 * The company’s drivers
 */
export function listDrivers(opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListDriversReply;
    } | {
        status: 401;
        data: Failure;
    } | {
        status: 403;
        data: Failure;
    } | {
        status: 429;
        data: Failure;
    } | {
        status: number;
        data: Failure;
    }>("/api/v1/drivers", {
        ...opts
    }));
}
/**
 * Refusals at the pump, newest first, each with what to do
 */
export function listDeclines({ cardId, $from, to, waiting, page, perPage }: {
    cardId?: number;
    $from?: (string) | string | {
        date: string;
        time: string;
    };
    to?: (string) | string | {
        date: string;
        time: string;
    };
    waiting?: boolean | number | string;
    page?: number;
    perPage?: number;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListDeclinesReply;
    } | {
        status: 401;
        data: Failure;
    } | {
        status: 403;
        data: Failure;
    } | {
        status: 429;
        data: Failure;
    } | {
        status: number;
        data: Failure;
    }>(`/api/v1/declines${QS.query(QS.explode({
        card_id: cardId,
        "from": $from,
        to,
        waiting,
        page,
        perPage
    }))}`, {
        ...opts
    }));
}
/**
 * The company’s trucks by plate
 */
export function listVehicles(opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListVehiclesReply;
    } | {
        status: 401;
        data: Failure;
    } | {
        status: 403;
        data: Failure;
    } | {
        status: 429;
        data: Failure;
    } | {
        status: number;
        data: Failure;
    }>("/api/v1/vehicles", {
        ...opts
    }));
}
/**
 * A truck with its cards since when, its odometer and its months
 */
export function readVehicle(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ReadVehicleReply;
    } | {
        status: 401;
        data: Failure;
    } | {
        status: 403;
        data: Failure;
    } | {
        status: 429;
        data: Failure;
    } | {
        status: number;
        data: Failure;
    }>(`/api/v1/vehicles/${encodeURIComponent(id)}`, {
        ...opts
    }));
}
/**
 * Litres sold, documented and burnt by truck and month, newest month first, with reasons of differences
 */
export function listFleetLitres({ $from, to, groupId, reason }: {
    $from?: string;
    to?: string;
    groupId?: number;
    reason?: "documents-pending" | "other-month" | "mileage-partial" | "tank" | "over-norm" | "under-norm";
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListFleetLitresReply;
    } | {
        status: 401;
        data: Failure;
    } | {
        status: 403;
        data: Failure;
    } | {
        status: 429;
        data: Failure;
    } | {
        status: number;
        data: Failure;
    }>(`/api/v1/vehicles/litres${QS.query(QS.explode({
        "from": $from,
        to,
        group_id: groupId,
        reason
    }))}`, {
        ...opts
    }));
}
/**
 * An invoice, PDF; print=1 opens it inline
 */
export function downloadInvoice(id: number, { print }: {
    print?: boolean | number | string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Blob;
    } | {
        status: 401;
        data: Failure;
    } | {
        status: 403;
        data: Failure;
    } | {
        status: 429;
        data: Failure;
    } | {
        status: number;
        data: Failure;
    }>(`/api/v1/invoices/${encodeURIComponent(id)}/download${QS.query(QS.explode({
        print
    }))}`, {
        ...opts
    }));
}
/**
 * The company’s invoices, newest first unless they are to be sorted
 */
export function listInvoices({ page, perPage, sort, waiting }: {
    page?: number;
    perPage?: number;
    sort?: "number" | "-number" | "date" | "-date" | "due" | "-due" | "status" | "-status" | "sum" | "-sum" | "paid" | "-paid" | "to_pay" | "-to_pay";
    waiting?: boolean | number | string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListInvoicesReply;
    } | {
        status: 401;
        data: Failure;
    } | {
        status: 403;
        data: Failure;
    } | {
        status: 429;
        data: Failure;
    } | {
        status: number;
        data: Failure;
    }>(`/api/v1/invoices${QS.query(QS.explode({
        page,
        perPage,
        sort,
        waiting
    }))}`, {
        ...opts
    }));
}
/**
 * What an invoice is paid by: requisites, purpose and QR code
 */
export function readInvoicePayment(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ReadInvoicePaymentReply;
    } | {
        status: 401;
        data: Failure;
    } | {
        status: 403;
        data: Failure;
    } | {
        status: 429;
        data: Failure;
    } | {
        status: number;
        data: Failure;
    }>(`/api/v1/invoices/${encodeURIComponent(id)}/payment`, {
        ...opts
    }));
}
/**
 * Operations, newest first unless they are to be sorted, 20 a page
 */
export function listOperations({ cardId, partnerId, driverId, drivers, vehicleId, groupId, goods, station, operationId, page, perPage, sort, typeId, statusId, dateFrom, dateTo }: {
    cardId?: number;
    partnerId?: number;
    driverId?: number;
    drivers?: string;
    vehicleId?: number;
    groupId?: number;
    goods?: string;
    station?: string;
    operationId?: number;
    page?: number;
    perPage?: number;
    sort?: "at" | "-at" | "card" | "-card" | "network" | "-network" | "what" | "-what" | "litres" | "-litres" | "price" | "-price" | "sum" | "-sum" | "size" | "-size" | "status" | "-status";
    typeId?: number;
    statusId?: number;
    dateFrom?: string;
    dateTo?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListOperationsReply;
    } | {
        status: 401;
        data: Failure;
    } | {
        status: 403;
        data: Failure;
    } | {
        status: 429;
        data: Failure;
    } | {
        status: number;
        data: Failure;
    }>(`/api/v1/operations${QS.query(QS.explode({
        cardId,
        partnerId,
        driverId,
        drivers,
        vehicleId,
        groupId,
        goods,
        station,
        operationId,
        page,
        perPage,
        sort,
        typeId,
        statusId,
        dateFrom,
        dateTo
    }))}`, {
        ...opts
    }));
}
/**
 * Spending on fuel by month, network, card, driver, truck, group of trucks, goods or station, beside the period before
 */
export function summarizeOperations({ by, dateFrom, dateTo, cardId, partnerId, driverId, drivers, vehicleId, groupId, goods, station }: {
    by?: "month" | "network" | "card" | "driver" | "vehicle" | "group" | "goods" | "station";
    dateFrom?: string;
    dateTo?: string;
    cardId?: number;
    partnerId?: number;
    driverId?: number;
    drivers?: string;
    vehicleId?: number;
    groupId?: number;
    goods?: string;
    station?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: SummarizeOperationsReply;
    } | {
        status: 401;
        data: Failure;
    } | {
        status: 403;
        data: Failure;
    } | {
        status: 429;
        data: Failure;
    } | {
        status: number;
        data: Failure;
    }>(`/api/v1/operations/summary${QS.query(QS.explode({
        by,
        dateFrom,
        dateTo,
        cardId,
        partnerId,
        driverId,
        drivers,
        vehicleId,
        groupId,
        goods,
        station
    }))}`, {
        ...opts
    }));
}
/**
 * What is there of a month and what lacks, each with the page where it is done
 */
export function readMonth(month: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ReadMonthReply;
    } | {
        status: 401;
        data: Failure;
    } | {
        status: 403;
        data: Failure;
    } | {
        status: 429;
        data: Failure;
    } | {
        status: number;
        data: Failure;
    }>(`/api/v1/months/${encodeURIComponent(month)}`, {
        ...opts
    }));
}
/**
 * A document, PDF
 */
export function downloadDocument(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Blob;
    } | {
        status: 401;
        data: Failure;
    } | {
        status: 403;
        data: Failure;
    } | {
        status: 429;
        data: Failure;
    } | {
        status: number;
        data: Failure;
    }>(`/api/v1/documents/${encodeURIComponent(id)}/download`, {
        ...opts
    }));
}
/**
 * The lines of a register of a closed month, CSV, at once whatever their number
 */
export function downloadRegister(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Blob;
    } | {
        status: 401;
        data: Failure;
    } | {
        status: 403;
        data: Failure;
    } | {
        status: 429;
        data: Failure;
    } | {
        status: number;
        data: Failure;
    }>(`/api/v1/documents/${encodeURIComponent(id)}/register`, {
        ...opts
    }));
}
/**
 * The same lines as a workbook: sums and litres are numbers
 */
export function downloadRegisterWorkbook(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Blob;
    } | {
        status: 401;
        data: Failure;
    } | {
        status: 403;
        data: Failure;
    } | {
        status: 429;
        data: Failure;
    } | {
        status: number;
        data: Failure;
    }>(`/api/v1/documents/${encodeURIComponent(id)}/register.xlsx`, {
        ...opts
    }));
}
/**
 * The signature sheet of a document: who confirmed or objected, when and how, PDF
 */
export function downloadSignature(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Blob;
    } | {
        status: 401;
        data: Failure;
    } | {
        status: 403;
        data: Failure;
    } | {
        status: 429;
        data: Failure;
    } | {
        status: number;
        data: Failure;
    }>(`/api/v1/documents/${encodeURIComponent(id)}/signature`, {
        ...opts
    }));
}
/**
 * A document in the State’s form, XML
 */
export function downloadXml(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Blob;
    } | {
        status: 401;
        data: Failure;
    } | {
        status: 403;
        data: Failure;
    } | {
        status: 429;
        data: Failure;
    } | {
        status: number;
        data: Failure;
    }>(`/api/v1/documents/${encodeURIComponent(id)}/xml`, {
        ...opts
    }));
}
/**
 * Documents by month
 */
export function listDocuments({ year, waiting }: {
    year?: number;
    waiting?: boolean | number | string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListDocumentsReply;
    } | {
        status: 401;
        data: Failure;
    } | {
        status: 403;
        data: Failure;
    } | {
        status: 429;
        data: Failure;
    } | {
        status: number;
        data: Failure;
    }>(`/api/v1/documents${QS.query(QS.explode({
        year,
        waiting
    }))}`, {
        ...opts
    }));
}
/**
 * The УПД and invoices for advances dated within these days as a message of EnterpriseData 1.8 for 1C
 */
export function downloadEnterpriseData($from: string, to: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Blob;
    } | {
        status: 401;
        data: Failure;
    } | {
        status: 403;
        data: Failure;
    } | {
        status: 429;
        data: Failure;
    } | {
        status: number;
        data: Failure;
    }>(`/api/v1/exchange/enterprise-data${QS.query(QS.explode({
        "from": $from,
        to
    }))}`, {
        ...opts
    }));
}
/**
 * An invoice for payment in the State’s form, XML
 */
export function downloadInvoiceXml(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Blob;
    } | {
        status: 401;
        data: Failure;
    } | {
        status: 403;
        data: Failure;
    } | {
        status: 429;
        data: Failure;
    } | {
        status: number;
        data: Failure;
    }>(`/api/v1/invoices/${encodeURIComponent(id)}/xml`, {
        ...opts
    }));
}
/**
 * A payment order for an invoice as a file for 1C or the program of a bank
 */
export function downloadPaymentOrder(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Blob;
    } | {
        status: 401;
        data: Failure;
    } | {
        status: 403;
        data: Failure;
    } | {
        status: 429;
        data: Failure;
    } | {
        status: number;
        data: Failure;
    }>(`/api/v1/invoices/${encodeURIComponent(id)}/payment-order`, {
        ...opts
    }));
}
/**
 * The company’s rows of its book of purchases by quarter, and the VAT that it restores, as XLSX
 */
export function downloadPurchaseBook(quarter: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Blob;
    } | {
        status: 401;
        data: Failure;
    } | {
        status: 403;
        data: Failure;
    } | {
        status: 429;
        data: Failure;
    } | {
        status: number;
        data: Failure;
    }>(`/api/v1/exchange/purchase-book${QS.query(QS.explode({
        quarter
    }))}`, {
        ...opts
    }));
}
/**
 * What has changed since a cursor, oldest first; nothing committed is skipped or told twice
 */
export function listEvents({ after, limit, types }: {
    after?: string;
    limit?: number;
    types?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListEventsReply;
    } | {
        status: 401;
        data: Failure;
    } | {
        status: 403;
        data: Failure;
    } | {
        status: 429;
        data: Failure;
    } | {
        status: number;
        data: Failure;
    }>(`/api/v1/events${QS.query(QS.explode({
        after,
        limit,
        types
    }))}`, {
        ...opts
    }));
}
/**
 * Answers a question about spending on fuel, typed as people speak
 */
export function answerQuestion(q: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: AnswerQuestionReply;
    } | {
        status: 401;
        data: Failure;
    } | {
        status: 403;
        data: Failure;
    } | {
        status: 429;
        data: Failure;
    } | {
        status: number;
        data: Failure;
    }>(`/api/v1/ask${QS.query(QS.explode({
        q
    }))}`, {
        ...opts
    }));
}
/**
 * Card → account by a key
 */
export function payoutByKey(id: number, idempotencyKey: string, payoutByKeyRequest: PayoutByKeyRequest, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: PayoutByKeyReply;
    } | {
        status: 401;
        data: Failure;
    } | {
        status: 403;
        data: Failure;
    } | {
        status: 429;
        data: Failure;
    } | {
        status: number;
        data: Failure;
    }>(`/api/v1/cards/${encodeURIComponent(id)}/payout`, oazapfts.json({
        ...opts,
        method: "POST",
        body: payoutByKeyRequest,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    })));
}
/**
 * Balances of the company whose key or session asks
 */
export function readBalances(opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ReadBalancesReply;
    } | {
        status: 401;
        data: Failure;
    } | {
        status: 403;
        data: Failure;
    } | {
        status: 429;
        data: Failure;
    } | {
        status: number;
        data: Failure;
    }>("/api/v1/balances", {
        ...opts
    }));
}
/**
 * Blocks a card or returns it to work by a key; the network confirms later
 */
export function setBlockByKey(id: number, setBlockByKeyRequest: SetBlockByKeyRequest, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: SetBlockByKeyReply;
    } | {
        status: 401;
        data: Failure;
    } | {
        status: 403;
        data: Failure;
    } | {
        status: 429;
        data: Failure;
    } | {
        status: number;
        data: Failure;
    }>(`/api/v1/cards/${encodeURIComponent(id)}/block`, oazapfts.json({
        ...opts,
        method: "POST",
        body: setBlockByKeyRequest
    })));
}
/**
 * Account → card by a key, within its daily sum
 */
export function transferByKey(id: number, idempotencyKey: string, transferByKeyRequest: TransferByKeyRequest, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: TransferByKeyReply;
    } | {
        status: 401;
        data: Failure;
    } | {
        status: 403;
        data: Failure;
    } | {
        status: 429;
        data: Failure;
    } | {
        status: number;
        data: Failure;
    }>(`/api/v1/cards/${encodeURIComponent(id)}/transfer`, oazapfts.json({
        ...opts,
        method: "POST",
        body: transferByKeyRequest,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    })));
}
/**
 * Sandbox: moves its clock forward
 */
export function advanceTestClock(advanceTestClockRequest: AdvanceTestClockRequest, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: AdvanceTestClockReply;
    } | {
        status: 401;
        data: Failure;
    } | {
        status: 403;
        data: Failure;
    } | {
        status: 429;
        data: Failure;
    } | {
        status: number;
        data: Failure;
    }>("/api/v1/sandbox/clock", oazapfts.json({
        ...opts,
        method: "POST",
        body: advanceTestClockRequest
    })));
}
/**
 * Sandbox: has its events sent to an address; the secret is shown once
 */
export function createTestWebhook(createTestWebhookRequest: CreateTestWebhookRequest, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: CreateTestWebhookReply;
    } | {
        status: 401;
        data: Failure;
    } | {
        status: 403;
        data: Failure;
    } | {
        status: 429;
        data: Failure;
    } | {
        status: number;
        data: Failure;
    }>("/api/v1/sandbox/webhooks", oazapfts.json({
        ...opts,
        method: "POST",
        body: createTestWebhookRequest
    })));
}
/**
 * Sandbox: the pump refuses
 */
export function makeTestDecline(makeTestDeclineRequest: MakeTestDeclineRequest, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: MakeTestDeclineReply;
    } | {
        status: 401;
        data: Failure;
    } | {
        status: 403;
        data: Failure;
    } | {
        status: 429;
        data: Failure;
    } | {
        status: number;
        data: Failure;
    }>("/api/v1/sandbox/declines", oazapfts.json({
        ...opts,
        method: "POST",
        body: makeTestDeclineRequest
    })));
}
/**
 * Sandbox: a driver fuels
 */
export function makeTestPurchase(makeTestPurchaseRequest: MakeTestPurchaseRequest, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: MakeTestPurchaseReply;
    } | {
        status: 401;
        data: Failure;
    } | {
        status: 403;
        data: Failure;
    } | {
        status: 429;
        data: Failure;
    } | {
        status: number;
        data: Failure;
    }>("/api/v1/sandbox/purchases", oazapfts.json({
        ...opts,
        method: "POST",
        body: makeTestPurchaseRequest
    })));
}
/**
 * Sandbox: an invoice is issued and paid
 */
export function payTestInvoice(payTestInvoiceRequest: PayTestInvoiceRequest, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: PayTestInvoiceReply;
    } | {
        status: 401;
        data: Failure;
    } | {
        status: 403;
        data: Failure;
    } | {
        status: 429;
        data: Failure;
    } | {
        status: number;
        data: Failure;
    }>("/api/v1/sandbox/payments", oazapfts.json({
        ...opts,
        method: "POST",
        body: payTestInvoiceRequest,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    })));
}
/**
 * Sandbox: its clock, money and cards
 */
export function readSandboxState(opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ReadSandboxStateReply;
    } | {
        status: 401;
        data: Failure;
    } | {
        status: 403;
        data: Failure;
    } | {
        status: 429;
        data: Failure;
    } | {
        status: number;
        data: Failure;
    }>("/api/v1/sandbox", {
        ...opts
    }));
}
/**
 * Sandbox: sends nothing more to an address
 */
export function removeTestWebhook(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: RemoveTestWebhookReply;
    } | {
        status: 401;
        data: Failure;
    } | {
        status: 403;
        data: Failure;
    } | {
        status: 429;
        data: Failure;
    } | {
        status: number;
        data: Failure;
    }>(`/api/v1/sandbox/webhooks/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    }));
}
/**
 * Sandbox: its network falls silent, or answers what it owes
 */
export function silenceTestNetwork(silenceTestNetworkRequest: SilenceTestNetworkRequest, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: SilenceTestNetworkReply;
    } | {
        status: 401;
        data: Failure;
    } | {
        status: 403;
        data: Failure;
    } | {
        status: 429;
        data: Failure;
    } | {
        status: number;
        data: Failure;
    }>("/api/v1/sandbox/silence", oazapfts.json({
        ...opts,
        method: "POST",
        body: silenceTestNetworkRequest
    })));
}
/**
 * Sandbox: a month is closed and its documents are published
 */
export function closeTestMonth(closeTestMonthRequest: CloseTestMonthRequest, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: CloseTestMonthReply;
    } | {
        status: 401;
        data: Failure;
    } | {
        status: 403;
        data: Failure;
    } | {
        status: 429;
        data: Failure;
    } | {
        status: number;
        data: Failure;
    }>("/api/v1/sandbox/months", oazapfts.json({
        ...opts,
        method: "POST",
        body: closeTestMonthRequest
    })));
}
/**
 * Sandbox: cards are ordered, approved and issued
 */
export function orderTestCards(orderTestCardsRequest: OrderTestCardsRequest, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: OrderTestCardsReply;
    } | {
        status: 401;
        data: Failure;
    } | {
        status: 403;
        data: Failure;
    } | {
        status: 429;
        data: Failure;
    } | {
        status: number;
        data: Failure;
    }>("/api/v1/sandbox/orders", oazapfts.json({
        ...opts,
        method: "POST",
        body: orderTestCardsRequest
    })));
}
/**
 * Sandbox: the rules of a card, and the purchases that have broken them
 */
export function readTestRules(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ReadTestRulesReply;
    } | {
        status: 401;
        data: Failure;
    } | {
        status: 403;
        data: Failure;
    } | {
        status: 429;
        data: Failure;
    } | {
        status: number;
        data: Failure;
    }>(`/api/v1/sandbox/cards/${encodeURIComponent(id)}/rules`, {
        ...opts
    }));
}
/**
 * Sandbox: sets the rules of a card
 */
export function setTestRules(id: number, setTestRulesRequest: SetTestRulesRequest, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: SetTestRulesReply;
    } | {
        status: 401;
        data: Failure;
    } | {
        status: 403;
        data: Failure;
    } | {
        status: 429;
        data: Failure;
    } | {
        status: number;
        data: Failure;
    }>(`/api/v1/sandbox/cards/${encodeURIComponent(id)}/rules`, oazapfts.json({
        ...opts,
        method: "PUT",
        body: setTestRulesRequest
    })));
}
