/** Families whose names the school keeps as they write them: given name, surname, and letters for an email. */
export const FAMILIES_IN_OWN_SCRIPT = [
  {
    children: ['小雨', '子墨'],
    surname: '王',
    mother: ['丽华', '陈', 'chen.lihua'],
    father: ['建国', '王', 'wang.jianguo'],
  },
  {
    children: ['ليلى', 'يوسف'],
    surname: 'الحداد',
    mother: ['سلمى', 'خوري', 'salma.khoury'],
    father: ['نبيل', 'الحداد', 'nabil.alhaddad'],
  },
  {
    children: ['Мирослава'],
    surname: 'Шевченко',
    mother: ['Оксана', 'Шевченко', 'oksana.shevchenko'],
    father: ['Тарас', 'Шевченко', 'taras.shevchenko'],
  },
  {
    children: ['さくら', '蓮'],
    surname: '佐藤',
    mother: ['美咲', '佐藤', 'misaki.sato'],
    father: ['健太', '佐藤', 'kenta.sato'],
  },
  {
    children: ['서연'],
    surname: '김',
    mother: ['지은', '박', 'jieun.park'],
    father: ['민수', '김', 'minsu.kim'],
  },
  {
    children: ['Ανδρέας'],
    surname: 'Νικολάου',
    mother: ['Ελένη', 'Νικολάου', 'eleni.nikolaou'],
    father: ['Γιώργος', 'Νικολάου', 'giorgos.nikolaou'],
  },
] as const;
