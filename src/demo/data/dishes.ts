import { names } from './origin.js';

/** Dishes that a school serves. */
export interface Kitchen {
  breakfast?: Dish[];
  lunch: Dish[];
  snack?: Dish[];
}

/** A kitchen's dishes: what is served, what is in it, whom it suits. */
export interface Dish {
  items: string;
  allergens: string[];
  dietary_tags: string[];
}

const dish = (items: string, allergens: string[] = [], dietary_tags: string[] = []): Dish => ({
  items,
  allergens,
  dietary_tags,
});

export const LUNCHES: Dish[] = [
  dish('Cheese pizza\nCaesar salad\nApple slices\nMilk', ['wheat', 'milk', 'egg', 'fish']),
  dish('Chicken tacos 🌮\nCorn salsa\nBlack beans\nOrange wedges', ['wheat', 'milk']),
  dish('Vegetable curry\nBasmati rice\nNaan\nMango yogurt', ['wheat', 'milk'], ['vegetarian']),
  dish('Spaghetti with tomato sauce\nGreen beans\nGarlic bread\nPear', ['wheat'], ['vegan']),
  dish('Fish sticks\nMashed potatoes\nPeas\nFruit cup', ['fish', 'wheat', 'milk']),
  dish('Turkey chili\nCornbread\nCarrot sticks\nGrapes', ['milk', 'egg'], ['gluten-free on request']),
  dish('Grilled cheese sandwich\nTomato soup\nCucumber slices\nBanana', ['wheat', 'milk'], ['vegetarian']),
  dish('Beef and broccoli stir-fry\nBrown rice\nSnap peas\nPineapple', ['soy', 'sesame'], ['dairy-free']),
  dish('Falafel wrap\nHummus & crackers\nTabbouleh\nMelon', ['wheat', 'sesame'], ['vegan']),
  dish('Roast chicken\nSweet potato wedges\nColeslaw\nBaked apple', ['egg'], ['gluten-free']),
  dish('Mac & cheese\nSteamed broccoli\nWhole-grain roll\nStrawberries', ['wheat', 'milk'], ['vegetarian']),
];

export const BREAKFASTS: Dish[] = [
  dish('Oatmeal with blueberries, Milk', ['milk'], ['vegetarian']),
  dish('Bagel with cream cheese, Orange juice', ['wheat', 'milk'], ['vegetarian']),
  dish('Scrambled eggs, Whole-wheat toast, Apple', ['egg', 'wheat'], ['vegetarian']),
  dish('Granola, Yogurt, Banana', ['milk', 'tree nuts'], ['vegetarian']),
];

export const SNACKS: Dish[] = [
  dish('Carrots and hummus', ['sesame'], ['vegan', 'gluten-free']),
  dish('Cheese cubes, Crackers', ['milk', 'wheat'], ['vegetarian']),
  dish('Apple slices, Sunflower butter', [], ['vegan', 'nut-free']),
];

export const LUNCHES_OF_LINDENFELD: Dish[] = [
  dish('Linsensuppe\nVollkornbrot\nApfelmus', ['Weizen', 'Sellerie'], ['vegan']),
  dish('Käsespätzle mit Röstzwiebeln\nGurkensalat\nJoghurt', ['Weizen', 'Ei', 'Milch'], ['vegetarisch']),
  dish('Fischfilet\nKartoffeln\nSpinat', ['Fisch', 'Milch']),
  dish('Gemüsepfanne\nReis\nObstsalat', ['Soja'], ['vegan']),
  dish('Hähnchen mit Süßkartoffeln\nBlattsalat\nQuark mit Beeren', ['Milch']),
  dish('Nudeln mit Tomatensoße\nParmesan\nBirne', ['Weizen', 'Milch'], ['vegetarisch']),
];

/** A town, invented, around a point on the map. */
export interface Town {
  city: string;
  region: string | null;
  postalCodes: string[];
  country: string;
  /** Degrees, WGS 84. */
  latitude: number;
  longitude: number;
  streets: string[];
  /** Prefixes that are kept for fiction: with the two digits behind them nobody answers. */
  phones: string[];
  /** The number stands before the street, or behind. */
  numberFirst: boolean;
}

export const ALDER_FALLS: Town = {
  city: 'Alder Falls',
  region: 'VT',
  postalCodes: ['05999', '05998'],
  country: 'US',
  latitude: 44.2634,
  longitude: -72.5811,
  streets: names(`Alder Brook Lane, Applegarth Road, Bellfounder's Row, Bittern Marsh Road, Candlewick Street,
    Chandlery Court, Coldspring Terrace, Dovecote Drive, East Weir Street, Fernhollow Lane, Foxglove Circle,
    Gristmill Road, Harrowgate Avenue, Heron Landing, Icehouse Lane, Juniper Steps, Kettle Pond Road,
    Lamplighter Street, Larkspur Way, Low Ferry Road, Maple Burrow, Millwheel Street, North Orchard Street,
    Old Quarry Hill, Otter Bend, Pippin Lane, Quince Court, Ropewalk Street, Saddler's Green, Sorrel Ridge,
    South Weir Street, Stonecrop Avenue, Tannery Row, Thistledown Road, Tollgate Street, Upper Meadow Road,
    Vinegar Hill, Wheelwright Lane, Willow Strand, Yarrow Street`),
  phones: ['802', '603', '518', '413', '617', '914', '207', '860'].map((area) => `(${area}) 555-01`),
  numberFirst: true,
};

export const LINDENFELD: Town = {
  city: 'Lindenfeld',
  region: null,
  postalCodes: ['14999'],
  country: 'DE',
  latitude: 52.4268,
  longitude: 13.2291,
  streets: names(`Ahornsteig, Am Bleichgraben, An der Alten Gießerei, Birnbaumgasse, Drosselstieg, Färberweg,
    Heuwagenstraße, Im Kälbergrund, Krähenwinkel, Mühlradweg, Pappelzeile, Seilerufer, Töpferberg, Zwetschgenallee`),
  phones: ['0', '1', '2', '3', '4', '5', '6', '7'].map((digit) => `+49 30 23125 ${digit}`),
  numberFirst: false,
};
