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
