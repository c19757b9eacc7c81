/** Maker of parts with its number shapes: `#` is a digit, `@` a letter, anything else is literal. */
export interface Maker {
  name: string
  country: string
  /** Shapes as makers write them, the usual ones first; the last one is wide enough for a million parts. */
  shapes: string[]
}

/** Car makers. Shapes of one maker are unambiguous: they differ in length or in the places of their letters. */
export const ORIGINAL_MAKERS: Maker[] = [
  { name: 'VAG', country: 'Германия', shapes: ['#@# ### ### @@', '##@ ### ### @', 'N ### ### ##'] },
  { name: 'TOYOTA', country: 'Япония', shapes: ['#####-@@@@#', '#####-#####-@#', '#####-#####'] },
  { name: 'HYUNDAI/KIA', country: 'Южная Корея', shapes: ['#####-#@@##', '#####-#####'] },
  { name: 'LADA', country: 'Россия', shapes: ['8450 ######', '21###-#######-##', '21##-#######'] },
  { name: 'NISSAN', country: 'Япония', shapes: ['#####-##@#@', '#####-#@@#@'] },
  { name: 'MERCEDES-BENZ', country: 'Германия', shapes: ['A ### ### ## ## ####', 'A ### ### ## ##'] },
  { name: 'BMW', country: 'Германия', shapes: ['## ## # ### ###'] },
  { name: 'FORD', country: 'США', shapes: ['@@#@-####-@@', '# ### ###'] },
  { name: 'RENAULT', country: 'Франция', shapes: ['77 00 ### ###', '82 00 ### ###', '#########R'] },
  { name: 'MITSUBISHI', country: 'Япония', shapes: ['MD######', 'MZ######', '####@###'] },
  { name: 'MAZDA', country: 'Япония', shapes: ['@@##-##-###@'] },
  { name: 'HONDA', country: 'Япония', shapes: ['#####-@@@-###', '#####-@@#-@##'] },
  { name: 'OPEL/GM', country: 'Германия', shapes: ['# ## ###', '93 ######', '1# ## ### ##'] },
  { name: 'SUBARU', country: 'Япония', shapes: ['#####@@##@', '#####@@###'] },
  { name: 'PEUGEOT/CITROEN', country: 'Франция', shapes: ['####.@@', '####.@#', '98 ### ### ##'] },
  { name: 'SUZUKI', country: 'Япония', shapes: ['#####-##@##', '#####-##@##-###'] },
  { name: 'VOLVO', country: 'Швеция', shapes: ['307#####', '#######'] },
  { name: 'УАЗ/ГАЗ', country: 'Россия', shapes: ['3163-#######', '3302-#######', '31#####-#######-##'] },
  { name: 'CHERY', country: 'Китай', shapes: ['@##-#######', '4##-#######'] },
  { name: 'GREAT WALL/HAVAL', country: 'Китай', shapes: ['#######@@@##@'] },
  { name: 'GEELY', country: 'Китай', shapes: ['10########'] },
  { name: 'LAND ROVER', country: 'Великобритания', shapes: ['LR######', '@@@####', 'LR########'] },
  { name: 'JAGUAR', country: 'Великобритания', shapes: ['C2D####', 'T4A####', 'C2Z######'] },
  { name: 'FIAT/ALFA', country: 'Италия', shapes: ['46######', '55######', '## ### ####'] },
  { name: 'CHRYSLER/JEEP', country: 'США', shapes: ['0#######@@'] },
]

/** Makers of replacement parts, the largest first. */
export const AFTERMARKET_MAKERS: Maker[] = [
  { name: 'MANN-FILTER', country: 'Германия', shapes: ['W ###/##', 'C ## ###', 'HU #### z', 'CUK ## ### ###'] },
  { name: 'FEBI BILSTEIN', country: 'Германия', shapes: ['#####', '######', '1## ### ###'] },
  { name: 'BOSCH', country: 'Германия', shapes: ['0 986 ### ###', '1 987 ### ###', 'F 026 ### ####'] },
  { name: 'PATRON', country: 'Китай', shapes: ['PBP####', 'PF####', 'P##-#######'] },
  { name: 'MAHLE', country: 'Австрия', shapes: ['OC ####', 'LX ####', 'KL ####/####'] },
  { name: 'SKF', country: 'Швеция', shapes: ['VKBA ####', 'VKM #####', 'VKDS #######'] },
  { name: 'TRW', country: 'Польша', shapes: ['GDB####', 'DF####', 'JTE#######'] },
  { name: 'FILTRON', country: 'Польша', shapes: ['OP ###/#', 'AP ###/#', 'K ####-####'] },
  { name: 'LEMFORDER', country: 'Германия', shapes: ['##### 01', '##### ## ##'] },
  { name: 'SACHS', country: 'Германия', shapes: ['### ###', '3000 ### ###', '2## ### ### ##'] },
  { name: 'KYB', country: 'Япония', shapes: ['######', 'KYB ### ####'] },
  { name: 'SWAG', country: 'Германия', shapes: ['## 93 ####', '## ## ## ###'] },
  { name: 'MEYLE', country: 'Германия', shapes: ['116 ### ####', '36-16 ### ####'] },
  { name: 'VALEO', country: 'Франция', shapes: ['8 ## ###', '70#####'] },
  { name: 'GATES', country: 'Бельгия', shapes: ['####XS', 'K01####XS', 'T## #####'] },
  { name: 'CTR', country: 'Южная Корея', shapes: ['CBKH-##', 'CEKK-###L', 'CQ#######R'] },
  { name: 'BREMBO', country: 'Италия', shapes: ['P ## ###', '09.@###.##', '09.####.####'] },
  { name: 'HELLA', country: 'Германия', shapes: ['8EA ### ###-##1', '1AB ### ###-##1'] },
  { name: 'ELRING', country: 'Германия', shapes: ['###.###', '###.###.###'] },
  { name: 'VICTOR REINZ', country: 'Германия', shapes: ['61-#####-00', '15-#####-##-##'] },
  { name: 'БЕЛМАГ', country: 'Россия', shapes: ['БМ.####', 'БМ.#######'] },
  { name: 'ЦИТРОН', country: 'Россия', shapes: ['Ц-####-####'] },
]

/** Beginnings and ends of names of the many small makers. */
export const SMALL_MAKERS = {
  beginnings: ['AUTO', 'NORD', 'MASTER', 'TRANS', 'EURO', 'KORE', 'ZEN', 'VOLT', 'STEL', 'RAM', 'DEL', 'OPTI'].concat([
    ...['MEGA', 'PRO', 'TEK', 'GRAN', 'LUX', 'SIB', 'URAL', 'BALT'],
  ]),
  ends: [
    'PARTS',
    'LINE',
    'TECH',
    'FIL',
    'BRAKE',
    'MOTOR',
    'SPARE',
    'RING',
    'DRIVE',
    'LAB',
    'STAR',
    'ROLL',
    'GUM',
    'CO',
  ],
  countries: ['Китай', 'Турция', 'Польша', 'Южная Корея', 'Россия', 'Тайвань', 'Италия', 'Испания'],
  shapes: ['-######', ' ####.####', '########', '-##-#####@', ' ### ### ##'],
}

/** Words that price lists add to the part type and the car. */
export const QUALIFIERS = [
  ...['', '', '', '(к-т)', 'OEM', 'с ABS', 'без ABS', 'АКПП', 'МКПП', 'дизель', 'бензин', '4WD', '2WD', 'рестайлинг'],
  ...['седан', 'универсал', 'хэтчбек', 'правый руль', 'с крепежом', 'без датчика', 'с датчиком износа', 'в упаковке'],
  ...['усиленная версия', 'под заказ', 'новый образец', 'старый образец', 'газомасло', 'дв. 16V', 'дв. 8V', 'турбо'],
]
