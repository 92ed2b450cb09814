import { names, type Origin } from './origin.js';

export const WESTERN_ORIGINS: Origin[] = [
  {
    weight: 26,
    girls:
      names(`Amelia, Charlotte, Clara, Daisy, Eleanor, Emma, Grace, Harper, Hazel, Imogen, Josephine, Lucy,
      Mabel, Nora, Olivia, Paige, Quinn, Rose, Ruby, Sadie, Tessa, Violet, Willa, Zoe`),
    boys: names(`Arthur, Asher, Benjamin, Caleb, Declan, Eli, Ezra, Finn, Gus, Henry, Isaac, Jack, Jasper, Leo,
      Miles, Noah, Oliver, Owen, Rowan, Sam, Theo, Walter, Wyatt, Zach`),
    surnames: names(`Abbott, Barlow, Bennett, Caldwell, Carver, Dawson, Ellery, Fairbanks, Fletcher, Garrison,
      Hale, Hathaway, Holloway, Keene, Langley, Marlow, Merrill, Norwood, Osgood, Pemberton, Prescott, Quimby,
      Radcliffe, Sawyer, Sterling, Thatcher, Underhill, Wainwright, Whitcomb, Yardley`),
    keepsName: 0.3,
    bothSurnames: 0.06,
  },
  {
    weight: 6,
    girls: names(`Aoife, Bríd, Ciara, Éabha, Fiadh, Gráinne, Maeve, Niamh, Orla, Róisín, Saoirse, Siobhán`),
    boys: names(
      `Aidan, Cathal, Cillian, Conor, Diarmuid, Eoin, Fionn, Lorcan, Oisín, Pádraig, Ruairí, Tadhg`,
    ),
    surnames:
      names(`Brennan, Byrne, D'Arcy, Fitzgerald, Gallagher, Kavanagh, MacMahon, McGrath, Ní Dhomhnaill,
      O'Brien, O'Callaghan, O'Dwyer, O'Rourke, O'Sullivan, Quinlan, Tierney`),
    keepsName: 0.4,
  },
  {
    weight: 14,
    girls:
      names(`Abril, Camila, Catalina, Dulce, Elena, Inés, Itzel, Julieta, Lucía, Luz, Marisol, Noemí, Paloma,
      Renata, Sofía, Valentina, Ximena, Yesenia`),
    boys: names(`Adrián, Alejandro, Andrés, Ángel, César, Diego, Emiliano, Héctor, Iván, Javier, Joaquín, José Luis,
      Mateo, Nicolás, Rafael, Santiago, Sebastián, Tomás`),
    surnames: names(`Aguilar, Álvarez, Castañeda, Cruz, de la Cruz, Delgado, Espinoza, Fuentes, Gómez, Guzmán,
      Hernández, Ibáñez, Juárez, Luján, Marín, Muñoz, Núñez, Ordóñez, Peña, Quiñones, Ramírez, Salazar, Treviño,
      Vásquez, Yáñez, Zamora`),
    keepsName: 0.85,
    bothSurnames: 0.45,
  },
  {
    weight: 4,
    girls: names(`Adélaïde, Anaïs, Camille, Chloé, Élise, Éloïse, Inès, Léa, Margaux, Océane, Solène, Zoé`),
    boys: names(
      `Antoine, Aurèle, Baptiste, Émile, Étienne, Gaël, Jérôme, Loïc, Mathéo, Noël, Rémi, Théophile`,
    ),
    surnames:
      names(`Beaulieu, Bélanger, Côté, D'Amours, Desjardins, Dubé, Gagné, L'Heureux, Lévesque, Paquette,
      Saint-Pierre, Thériault`),
    keepsName: 0.6,
    bothSurnames: 0.2,
  },
  {
    weight: 5,
    girls:
      names(`Annika, Åsa, Britta, Elke, Freya, Friederike, Greta, Ingrid, Jördis, Käthe, Liv, Maren, Sigrún,
      Solveig, Tuuli`),
    boys: names(`Anders, Bjørn, Emil, Friedrich, Göran, Håkon, Jannik, Jörg, Kai, Lars, Matthias, Mikko, Rasmus,
      Søren, Tjark`),
    surnames: names(`Bergström, Bäcker, Dahl, Eriksen, Groß, Hämäläinen, Jørgensen, Köhler, Lindqvist, Møller,
      Nyström, Østergaard, Schäfer, Schröder, Thorvaldsen, van den Berg, von Allmen, Weiß`),
    keepsName: 0.4,
    bothSurnames: 0.08,
  },
  {
    weight: 4,
    girls: names(`Beatriz, Conceição, Flávia, Inês, Isadora, Joana, Luíza, Mafalda, Rafaela, Thaís`),
    boys: names(`André, Caetano, Estêvão, Gonçalo, Heitor, João, Luís, Otávio, Simão, Vinícius`),
    surnames:
      names(`Araújo, Assunção, Brandão, da Conceição, de Sá, dos Santos, Guimarães, Magalhães, Pacheco,
      Simões, Teixeira`),
    keepsName: 0.6,
    bothSurnames: 0.25,
  },
  {
    weight: 3,
    girls: names(`Bianca, Chiara, Despina, Eleni, Ginevra, Kalliope, Ludovica, Niccolina, Serafina, Zoi`),
    boys: names(`Achilleas, Dario, Fabrizio, Giosuè, Ilias, Niccolò, Odysseas, Ruggero, Stavros, Tommaso`),
    surnames:
      names(`Bellini, Dell'Orto, D'Angelo, Karagiannis, Lo Presti, Montanari, Papadakis, Stavrou, Vassallo,
      Zaccagnini`),
    keepsName: 0.6,
  },
];
