import type { GuardianRelation } from '../features/directory/guardians/guardian-relation.js';
import type { Adult, Child, Home } from './people.js';
import { MAIN_SCHOOL, SECOND_SCHOOL } from './demo-schools.js';
import type { TownFamilies } from './town-families.js';

/** Families whose names the school keeps as they write them: given name, surname, and letters for an email. */
const FAMILIES_IN_OWN_SCRIPT = [
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

/** Families of the demo accounts, and some whose names are not in Latin letters. */
export const namedFamilies = (town: TownFamilies): Child[] => [
  ...parentWithCoGuardian(town),
  ...editor(town),
  ...twoSchools(town),
  ...deactivatedParent(town),
  ...FAMILIES_IN_OWN_SCRIPT.flatMap((family) => inOwnScript(town, family)),
];

function parentWithCoGuardian(town: TownFamilies): Child[] {
  const guardians = [
    { adult: member(town, 'Robin', 'Ellery', 'parent@demo.school'), relation: 'mother' as const },
    { adult: member(town, 'Sam', 'Ellery', 'sam.ellery@example.com'), relation: 'father' as const },
  ];
  const home = town.homes.next();
  return [
    child('Theo Ellery', 7, home, guardians),
    { ...child('Eleanor Ellery', 4, home, guardians), preferredName: 'Nell' },
  ];
}

function editor(town: TownFamilies): Child[] {
  const adult = member(town, 'Marisol', 'Treviño', 'editor@demo.school');
  return [child('Mateo Treviño Luján', 9, town.homes.next(), [{ adult, relation: 'mother' }])];
}

function twoSchools(town: TownFamilies): Child[] {
  const guardians = [
    { adult: member(town, 'Anjali', 'Raman', 'two-schools@demo.school'), relation: 'mother' as const },
    { adult: member(town, 'Nikhil', 'Raman', 'nikhil.raman@example.org'), relation: 'father' as const },
  ];
  const home = town.homes.next();
  return [
    child('Kavya Raman', 5, home, guardians),
    { ...child('Rohan Raman', 0, home, guardians), school: SECOND_SCHOOL },
  ];
}

function deactivatedParent(town: TownFamilies): Child[] {
  const former = { ...member(town, 'Gordon', 'Keene', 'gordon.keene@example.net'), deactivated: true };
  const guardians = [
    { adult: member(town, 'Orla', 'Brennan', 'orla.brennan@example.net'), relation: 'mother' as const },
    { adult: former, relation: 'father' as const },
  ];
  return [child('Fionn Keene', 11, town.homes.next(), guardians)];
}

function inOwnScript(town: TownFamilies, family: (typeof FAMILIES_IN_OWN_SCRIPT)[number]): Child[] {
  const [mother, father] = [family.mother, family.father].map(([firstName, lastName, email]) =>
    member(town, firstName, lastName, `${email}@example.org`),
  ) as [Adult, Adult];
  const home = town.homes.next();
  const eldest = town.random.between(3, 11);
  return family.children.map((firstName, at) => ({
    ...child(firstName, eldest - 2 * at, home, [
      { adult: mother, relation: 'mother' },
      { adult: father, relation: 'father' },
    ]),
    lastName: family.surname,
  }));
}

const member = (town: TownFamilies, firstName: string, lastName: string, email: string): Adult => ({
  firstName,
  lastName,
  email,
  phone: town.people.phone(),
  visibility: 'full',
  registered: true,
  deactivated: false,
});

/** @param name first name and surname */
function child(
  name: string,
  grade: number,
  home: Home,
  guardians: { adult: Adult; relation: GuardianRelation }[],
): Child {
  const [firstName = '', ...surnames] = name.split(' ');
  return {
    school: MAIN_SCHOOL,
    firstName,
    middleName: null,
    lastName: surnames.join(' '),
    preferredName: null,
    grade,
    home,
    isLocated: true,
    addressVisible: true,
    hasLeft: false,
    guardians,
  };
}
