/**
 * Pairs of names, judged by ear in American English: a listener would have to ask how the name is spelled (`same`), or would not (`different`).
 * Written for the test of the sound key; pairs with two common pronunciations are left out.
 */
const same = `
Catherine Katherine, Katherine Kathryn, Catherine Kathryn, Katherine Katharine, Kathryn Cathryn, Kathleen Cathleen, Kathy Cathy, Katie Katy, Katie Kati,
Sean Shawn, Shawn Shaun, Sean Shaun, Shauna Shawna, Aiden Ayden, Ayden Aidan, Aiden Aidan, Aiden Aidyn, Aiden Aden, Jayden Jaden, Jayden Jaiden, Jayden Jadyn,
Brayden Braden, Brayden Braeden, Brayden Braydon, Hayden Haiden, Kayden Caden, Kayden Kaden, Caden Caiden, Zayden Zaiden,
Kaitlyn Caitlin, Kaitlyn Katelyn, Caitlyn Kaitlin, Katelyn Katelynn, Hailey Haley, Hailey Hayley, Haley Haylee, Hailey Haleigh, Hailey Hailee,
Bailey Baylee, Bailey Bayleigh, Kaylee Kayleigh, Kaylee Caylee, Kaylee Kailey, Kaylee Kaleigh, Kayla Kaila, Kayla Cayla, Kayla Kaela, Kylie Kyleigh, Kylie Kiley,
Riley Rylee, Riley Ryleigh, Riley Reilly, Ashley Ashlee, Ashley Ashleigh, Ashley Ashlie, Lesley Leslie, Emily Emilee, Emily Emilie, Emily Emely,
Brittany Brittney, Brittany Britney, Brittany Britany, Tiffany Tiffani, Stephanie Stefanie, Stephanie Stephany, Melanie Melany, Natalie Nataly, Natalie Natalee,
Sophia Sofia, Maria Mariah, Mia Miah, Leah Lea, Leah Lia, Maya Mya, Maya Maia, Hannah Hanna, Sarah Sara, Anna Ana, Norah Nora, Deborah Debra, Rebecca Rebekah,
Isabel Isabelle, Isabella Izabella, Isabella Isabela, Elizabeth Elisabeth, Gabriella Gabriela, Daniela Daniella, Jasmine Jazmin, Jasmine Jazmine, Jasmin Jazmin, Yasmin Yazmin,
Mackenzie Mckenzie, Mackenzie Makenzie, Makayla Mikayla, Makayla Michaela, Makayla Mckayla, Madison Maddison, Madison Madisyn, Madison Madyson, Addison Addyson, Allison Alison, Allison Allyson,
Megan Meghan, Megan Meagan, Lauren Lauryn, Lauren Loren, Erin Eryn, Karen Karin, Karen Caryn, Kristen Kristin, Kristen Kristyn, Christina Kristina, Christine Kristine,
Christopher Kristopher, Christian Kristian, Christian Cristian, Chris Kris, Chelsea Chelsey, Chelsea Chelsie, Kelsey Kelsie, Lindsay Lindsey, Courtney Kourtney, Cassandra Kassandra, Crystal Krystal, Crystal Kristal,
Carrie Kari, Carly Karlee, Carly Carlie, Karla Carla, Kara Cara, Kate Cate, Caleb Kaleb, Connor Conner, Connor Conor, Jackson Jaxon, Jackson Jaxson, Jacob Jakob, Lucas Lukas, Luke Luc, Mark Marc, Eric Erik, Eric Erick,
Derek Derrick, Nicholas Nicolas, Nicholas Nickolas, Nicole Nichole, Zachary Zackary, Zachary Zachery, Alexander Aleksander, Xander Zander, Dominic Dominick, Frederick Fredrick, Philip Phillip,
Stephen Steven, Geoffrey Jeffrey, Jeffrey Jeffery, Jonathan Johnathan, Jonathan Jonathon, John Jon, Thomas Tomas, Anthony Antony, Matthew Mathew, Michael Micheal, Michael Mikel, Isaac Isaak, Isaiah Izaiah,
Brian Bryan, Ryan Rian, Allan Alan, Alan Allen, Aaron Aron, Graham Graeme, Louis Lewis, Bryce Brice, Dwayne Duane, Wayne Wain, Neil Neal, Reed Reid, Kieran Ciaran, Ian Iain, Owen Eoin, Ewan Euan,
Tyler Tylor, Skyler Skylar, Skyler Schuyler, Trevor Trever, Hunter Huntar, Jordan Jorden, Jordan Jordyn, Mason Masen, Jason Jayson, Jason Jasen, Carson Karson, Camden Kamden, Cole Kole,
Chloe Khloe, Zoe Zoey, Phoebe Pheobe, Rachel Rachael, Michelle Michele, Cheryl Sheryl, Sherry Cherie, Charlotte Sharlotte, Alicia Alisha, Patricia Patrisha, Marcia Marsha, Cindy Cyndi, Sydney Sidney, Cecilia Cecelia,
Tracy Tracey, Tracy Traci, Stacy Stacey, Casey Kasey, Lucy Luci, Marcy Marci, Amy Aimee, Jamie Jayme, Sierra Cierra, Kira Keira, Jillian Gillian, Jenna Genna, Gina Jina, Tanya Tania, Sonya Sonia, Andrea Andria,
Lynn Lyn, Lynn Lynne, Ann Anne, Jean Jeanne, Jane Jayne, Mae May, Rae Ray, Leigh Lee, Brie Bree, Theresa Teresa, Esther Ester, Margaret Margret, Marjorie Margery, Jaclyn Jacqueline, Jaclyn Jacklyn, Layla Laila, Yvonne Evonne, Peyton Payton
`;

const different = `
Ewan Wayne, Ewan Owen, Eden Aiden, Aiden Adam, Aiden Odin, Jayden Jordan, Jayden Judith, Hayden Heidi, Brayden Brandon, Kayden Kenneth, Kaden Colin,
Catherine Katrina, Catherine Caroline, Kathryn Karen, Kathleen Katherine, Katie Kathy, Katie Kate, Kate Kit, Kayla Kelly, Kayla Kyla, Kayla Kylie, Kylie Kelly, Kylie Kaylee, Riley Raleigh, Riley Ray,
Hailey Holly, Hailey Hallie, Bailey Billy, Ashley Ashton, Ashley Asher, Leslie Lisa, Emily Emma, Emily Amelia, Emma Amy, Emma Ammar, Amelia Emilia, Amy Emmy, Brittany Bethany, Natalie Natalia, Melanie Melissa,
Sophia Sophie, Maria Mary, Maria Marie, Mary Marie, Maria Mara, Mia Mae, Mia Maya, Leah Lee, Leah Layla, Lena Lana, Lena Lynn, Lila Layla, Hannah Anna, Anna Anne, Anna Annie, Nora Nera, Sarah Sally, Deborah Debbie,
Isabel Isabella, Elizabeth Elise, Gabriel Gabriella, Gabriel Gabrielle, Daniel Danielle, Daniel Donald, Danny Donna, Jasmine Jason, Madison Mason, Madison Maddie, Addison Edison, Allison Ellison, Allison Elsie,
Megan Morgan, Megan Mogan, Lauren Laura, Laura Lara, Loren Lorna, Erin Aaron, Erin Irene, Karen Corin, Karen Kiran, Kristen Christine, Christine Christina, Christian Christine, Chris Grace, Chelsea Kelsey, Lindsay Linda,
Carly Charlie, Carla Kyla, Cara Kira, Cole Kyle, Connor Conan, Jackson Jason, Jacob Jack, Jack Jake, Jake Jacques, Luke Lucas, Luke Luca, Lucas Luca, Mark Marcus, Eric Erica, Derek Dirk, Nicole Nicholas, Nicole Nico,
Zachary Zack, Alexander Alexandra, Alexander Alexandria, Dominic Dominique, Dominic Monica, Philip Phil, Stephen Stephanie, Stephen Stefan, Jeffrey Geraldine, John Joan, John Jean, Joan Jean, Jean Jen, Jane Jean, Jane Jan, Jan Jen, Jan June, June Joan,
Thomas Tommy, Thomas Thea, Matthew Mattie, Michael Michelle, Isaac Isaiah, Brian Breanna, Brian Ryan, Brian Brina, Brianna Brina, Ryan Ron, Ryan Reina, Alan Elaine, Alan Elena, Ellen Alan, Ellen Elena, Alana Alina, Alana Elena,
Dwayne Wayne, Neil Nell, Nell Neal, Reed Rod, Reed Red, Tyler Taylor, Tyler Tiller, Taylor Tyler, Skyler Scarlett, Trevor Trey, Hunter Heather, Logan Megan, Mason Madison, Cole Carl, Carl Karl-Heinz, Chloe Clay, Chloe Cleo,
Zoe Joe, Zoe Sue, Rachel Raquel, Rachel Rochelle, Charlotte Charles, Charlotte Scarlett, Alicia Alyssa, Alicia Alice, Alice Elise, Patricia Patrick, Marcia Marcy, Marcia Maria, Cindy Sandy, Cindy Candy, Sydney Cindy, Cecilia Celia,
Tracy Terry, Stacy Tracy, Casey Cassie, Casey Kelsey, Lucy Lacy, Lucy Lucia, Jamie Jimmy, Sierra Sarah, Kira Kara, Jillian Julian, Jillian Jill, Jenna Gina, Jenna Jane, Gina Joanna, Tanya Tina, Tina Toni, Tina Dina, Sonya Sonny, Andrea Andrew, Andrea Andre,
Lynn Lane, Lynn Lin-Manuel, Ann Ian, Ann Ina, Mae Mia, Mae Moe, Ray Roy, Roy Ry, Lee Leo, Leo Lee, Leo Lou, Lou Lee, Theresa Tess, Margaret Marguerite, Margaret Margo, Peyton Patton, Noah Nia, Noah Nora, Owen Ian, Liam Lamar, Logan Lauren, Ethan Nathan, Ethan Edan,
Henry Harry, Harry Harvey, Oliver Olivia, Olivia Livia, Ava Eva, Ava Avery, Eva Evie, Ella Ellie, Ella Eliza, Mila Milo, Mila Mina, Grace Greg, Victor Victoria, Julia Juliet, Julia Julie, Julian Julia, Samuel Samantha, Marlon Marlene, Bryce Brooke, Dean Dan, Don Dawn
`;

export interface JudgedPair {
  one: string;
  other: string;
  soundTheSame: boolean;
}

export const judgedPairs: JudgedPair[] = [...read(same, true), ...read(different, false)];

function read(text: string, soundTheSame: boolean): JudgedPair[] {
  return text
    .split(/[,\n]/)
    .map((pair) => pair.trim().split(' '))
    .flatMap(([one, other]) => (one && other ? [{ one, other, soundTheSame }] : []));
}
